// Lets you answer opencode in Parley, and tells Parley how its sessions stand.
// `parley setup opencode` wrote this file and keeps it as it is.
import { spawn, spawnSync } from "node:child_process";

const COMMAND = ["parley", "hook", "opencode"];

export const Parley = async ({ client, directory }) => {
  const asking = new Map(); // a request of opencode's → the process that asks for it
  const subagents = new Set(); // sessions that opencode began for itself
  const sessions = new Set();
  let told = Promise.resolve(); // what is told arrives in its order

  const payload = (event, session, more) =>
    JSON.stringify({ hook_event_name: event, session_id: session, cwd: directory, ...more });

  const start = (text) => {
    const hook = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
    const printed = new Promise((resolve) => {
      let words = "";
      hook.stdout.on("data", (chunk) => (words += chunk));
      hook.on("error", () => resolve(""));
      hook.on("close", () => resolve(words));
    });
    hook.stdin.on("error", () => {});
    hook.stdin.end(text);
    return { hook, printed };
  };

  const tell = (event, session, more = {}) => {
    told = told.then(() => start(payload(event, session, more)).printed);
    return told;
  };

  const ask = async (event, properties, send) => {
    const text = payload(event, properties.sessionID, { properties });
    const { hook, printed } = start(text);
    asking.set(properties.id, hook);
    const words = await printed;
    // opencode says so when it was answered there; then there is nothing left to say.
    if (asking.delete(properties.id) && words) await send(JSON.parse(words));
  };

  const post = (url, id, body) =>
    client._client.post({ url, path: { id }, body, headers: { "Content-Type": "application/json" } });

  const lastWords = async (session) => {
    const messages = await client.session.messages({ path: { id: session } });
    const last = messages.data?.findLast((one) => one.info?.role === "assistant");
    return last?.parts?.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  };

  const heard = async ({ type, properties }) => {
    const session = properties.sessionID ?? properties.info?.id;
    if (type === "session.created" && properties.info?.parentID) subagents.add(session);
    if (subagents.has(session) && type.startsWith("session.")) return;
    switch (type) {
      case "session.created":
        sessions.add(session);
        return tell(type, session);
      case "session.status":
        if (properties.status?.type !== "busy") return;
        sessions.add(session);
        return tell(type, session);
      case "session.idle":
        return tell(type, session, { last_assistant_message: await lastWords(session) });
      case "session.deleted":
        sessions.delete(session);
        return tell(type, session);
      case "permission.asked":
        return ask(type, properties, (answer) =>
          post("/permission/{id}/reply", properties.id, answer),
        );
      case "question.asked":
        return ask(type, properties, (answer) =>
          answer.answers
            ? post("/question/{id}/reply", properties.id, { answers: answer.answers })
            : post("/question/{id}/reject", properties.id, {}),
        );
      case "permission.replied":
      case "question.replied":
      case "question.rejected": {
        const hook = asking.get(properties.requestID);
        asking.delete(properties.requestID);
        hook?.kill();
        return hook ? undefined : tell("permission.replied", session);
      }
    }
  };

  process.on("exit", () => {
    for (const hook of asking.values()) hook.kill();
    for (const session of sessions)
      spawnSync(COMMAND[0], COMMAND.slice(1), { input: payload("session.deleted", session) });
  });

  return {
    // opencode does not wait: a person takes their time.
    event: async ({ event }) => void heard(event).catch(() => {}),
  };
};
