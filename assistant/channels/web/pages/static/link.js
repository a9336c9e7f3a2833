/* The connection to Parley: a WebSocket where there is one, requests that wait where there is none. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

export class Link {
  /**
   * @param base the path of the page
   * @param hear told: view(view), gone(words), refused(words), lost(), found()
   */
  constructor(base, hear) {
    this.base = base;
    this.hear = hear;
    this.version = 0;
    this.asked = 1;
    this.isOver = false;
    this.isLost = false;
    this.socket = null;
    this.turn = Promise.resolve();
    this.queued = 0;
    this.back = null;
    this.isBack = null;
    this.isPolling = false;
    this.wait = FIRST_WAIT_MS;
  }

  start() {
    this.poll();
    this.open();
  }

  /** Send what the person did; in order, whichever way, and again until Parley has it. */
  send(action) {
    if (this.isOver) return;
    const text = this.write(action);
    if (this.socket?.readyState === 1 && !this.queued) {
      this.socket.send(text);
      return;
    }
    this.queued += 1;
    this.turn = this.turn.then(() => this.post(text)).finally(() => (this.queued -= 1));
  }

  /** Send at the last moment, while the page is being left. */
  sendLast(action) {
    if (this.isOver) return;
    const options = { method: "POST", body: this.write(action), keepalive: true };
    fetch(`${this.base}/act`, options).catch(() => this.lose());
  }

  /** An action is for the time that the question was put when it was done. */
  write(action) {
    return JSON.stringify({ ...action, asked: this.asked });
  }

  open() {
    if (this.isOver || typeof WebSocket === "undefined") return;
    let socket;
    try {
      socket = new WebSocket(`ws://${location.host}${this.base}/socket`);
    } catch {
      return; // requests do as well
    }
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      this.socket = socket;
      this.find();
    });
    socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.socket = null;
      if (this.isOver) return;
      this.poll();
      if (wasOpen) setTimeout(() => this.open(), this.nextWait());
    });
  }

  async poll() {
    if (this.isPolling) return;
    this.isPolling = true;
    while (!this.isOver && !this.socket) {
      const answer = await this.ask(`${this.base}/view?after=${this.version}`);
      if (answer?.isGone) {
        this.isOver = true;
        this.hear.gone(answer.body.message);
      } else if (!answer?.isFine) {
        await new Promise((done) => setTimeout(done, this.nextWait()));
      }
    }
    this.isPolling = false;
  }

  async post(text) {
    let answer = null;
    while (!answer) {
      await this.back;
      if (this.isOver) return;
      answer = await this.ask(`${this.base}/act`, { method: "POST", body: text });
    }
    // That it is over, whoever waits for changes is told.
    if (!answer.isFine && !answer.isGone) this.hear.refused(answer.body.message);
  }

  /** Ask Parley and take the view that comes; null if it does not answer. */
  async ask(address, options) {
    let response, body;
    try {
      response = await fetch(address, options);
      body = await response.json();
    } catch {
      this.lose();
      return null;
    }
    this.find();
    if (response.ok) this.take(body);
    const isGone = response.status === 410 || response.status === 404;
    return { isFine: response.ok, isGone, body };
  }

  take(view) {
    if (this.isOver || view.version <= this.version) return;
    this.version = view.version;
    this.asked = view.asked;
    this.isOver = view.phase === "settled";
    this.hear.view(view);
    if (this.isOver) this.socket?.close();
  }

  nextWait() {
    const wait = this.wait;
    this.wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    return wait;
  }

  lose() {
    if (this.isOver || this.isLost) return;
    this.isLost = true;
    this.back = new Promise((done) => (this.isBack = done));
    this.poll(); // which finds out when it is back
    this.hear.lost();
  }

  find() {
    this.wait = FIRST_WAIT_MS;
    if (!this.isLost) return;
    this.isLost = false;
    this.hear.found();
    this.isBack();
    this.back = null;
  }
}
