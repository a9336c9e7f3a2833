"""The HTTP API: routes, and the services behind them."""
