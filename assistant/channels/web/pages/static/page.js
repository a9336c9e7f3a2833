/* A question on a page: draws what Parley says, and tells it what the person does. */

import { draw, isOver } from "./draw.js";
import { forgetTyped, onKey } from "./keys.js";
import { cutToLimit, lengthOf } from "./limits.js";
import { Link } from "./link.js";

const WRITE_MS = 150;
const TOUCH_MS = 3000;
const URGENT_S = 20;

const main = document.getElementById("page");
const ui = {
  pointed: undefined,
  noteOf: null,
  opened: null,
  isForAll: false,
  typed: "",
  unknown: "",
  lengths: {},
  clockText: "",
  isUrgent: false,
  lost: false,
  lastOpen: null,
};
const page = {
  view: null,
  armedAt: 0,
  arming: null,
  takenAt: 0,
  touchedAt: 0,
  isMoving: false,
  focusNext: null,
  by: "click",
  writes: new Map(),
  writing: null,
};

const link = new Link(location.pathname, {
  view: take,
  gone: over,
  refused: (words) => announce("alert", words),
  lost: () => setLost(true),
  found: () => setLost(false),
});

// What Parley says.

function take(view) {
  const old = page.view;
  page.view = view;
  page.takenAt = performance.now();
  if (view.phase === "open") ui.lastOpen = view;
  const isNew = !old || (isOver(old) && view.phase === "open");
  if (isNew) arm(view.arm_ms);
  const isOther = stateOf(old) !== stateOf(view);
  if (isOther) forgetFields();
  if (JSON.stringify(old?.similar) !== JSON.stringify(view.similar)) ui.isForAll = false;
  redraw();
  if (isNew) {
    focusStart();
    tellShown();
    if (old) announce("status", view.announcement);
  } else if (isOther) {
    if (page.isMoving || document.activeElement === document.body) focusStart();
    announce("status", view.announcement);
  }
  if (isOther) page.isMoving = false;
  if (view.message && view.message.number !== old?.message?.number) {
    announce("alert", view.message.text);
    focusWrong();
  }
  if (page.focusNext) focusOn(page.focusNext);
}

/** What is pressed before was meant for what was on the screen then. */
function arm(delay) {
  clearTimeout(page.arming);
  delete main.dataset.armed;
  page.armedAt = performance.now() + delay;
  page.arming = setTimeout(() => (main.dataset.armed = ""), delay);
}

/** What the person is at: another one takes the focus along. */
function stateOf(view) {
  if (!view) return "";
  if (isOver(view)) return "over";
  return view.card ? `card ${view.card.question}` : "review";
}

function forgetFields() {
  ui.pointed = undefined;
  ui.noteOf = null;
  ui.opened = null;
  ui.lengths = {};
  forgetTyped(act);
  ui.unknown = "";
}

function redraw() {
  tick();
  draw(main, page.view, ui, act);
}

function over(words) {
  const view = page.view;
  const done = view ? view.words.confirmed : "";
  take({
    version: (view?.version ?? 0) + 1,
    lang: document.documentElement.lang,
    title: document.title,
    phase: "settled",
    tone: "plain",
    outcome: [],
    heading: words,
    waiting: view?.waiting ?? [],
    buttons: [],
    rounds: view?.rounds ?? null,
    announcement: words,
    arm_ms: 0,
    words: { ...view?.words, confirmed: done },
  });
}

function setLost(isLost) {
  ui.lost = isLost;
  if (!page.view || page.view.phase === "settled") return;
  redraw();
  if (isLost) announce("alert", page.view.words.lost);
}

function tellFull() {
  announce("status", page.view.words.left.replace("{n}", "0"));
}

function announce(where, words) {
  const region = document.getElementById(where);
  region.textContent = "";
  setTimeout(() => (region.textContent = words), 50); // the same words again are news, too
}

// Time.

function tick() {
  const view = page.view;
  const clock = view?.clock;
  if (!clock) return;
  const passed = (performance.now() - page.takenAt) / 1000;
  const rests = !clock.is_running || passed < clock.rests_s;
  const spent = rests ? 0 : passed - clock.rests_s;
  const left = Math.max(0, clock.left_s - spent);
  const text = timeText(left);
  ui.clockText = rests && clock.is_running
    ? view.words.resting.replace("{time}", text)
    : `⏱ ${view.words.time_left.replace("{time}", text)}`;
  ui.isUrgent = left <= URGENT_S && !rests;
}

function timeText(seconds) {
  const whole = Math.ceil(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

setInterval(() => {
  if (page.view?.clock && page.view.phase === "open") redraw();
}, 1000);

// The focus.

function focusOn(name) {
  const element = main.querySelector(`[data-place="${name}"]`);
  if (!element) return;
  page.focusNext = null;
  element.focus();
  if (name.endsWith("_field")) {
    element.setSelectionRange(element.value.length, element.value.length);
  }
}

function focusStart() {
  const start =
    main.querySelector('[data-name="outcome"]') ??
    main.querySelector('[data-place="text_field"]') ??
    main.querySelector('[data-place="other_field"]') ??
    main.querySelector("[data-row]:checked") ??
    main.querySelector("[data-row]") ??
    main.querySelector('[data-do="submit"]');
  start?.focus();
}

/** Go where what is wrong can be mended, unless the person is at the answer already. */
function focusWrong() {
  if (document.activeElement?.dataset.place) return;
  if (ui.opened === "none_fit") focusOn("none_field");
  else focusStart();
}

// What the person does.

function send(action) {
  if (page.view?.phase !== "open" && page.view?.phase !== "late") return;
  ui.unknown = "";
  flush();
  link.send(action);
}

function flush() {
  clearTimeout(page.writing);
  for (const action of page.writes.values()) link.send(action);
  page.writes.clear();
}

function card() {
  return page.view?.card;
}

function go(action) {
  page.isMoving = true;
  send({ ...action, for_all: ui.isForAll });
}

const act = {
  choose: (question, option) => () => {
    go({ do: "choose", question, option, by: page.by });
  },
  toggleOther: (question) => () => {
    const isOpen = !card().is_multiple || !card().other.is_open;
    if (isOpen) page.focusNext = "other_field";
    send({ do: "open_other", question, is_open: isOpen, by: page.by });
  },
  openOther: () => {
    page.focusNext = "other_field";
    send({ do: "open_other", question: card().question, by: "key" });
  },
  answerWith: (option) => {
    go({ do: "choose", question: card().question, option, is_final: true, by: "key" });
  },
  point: (option) => () => {
    if (ui.pointed === option) return;
    ui.pointed = option;
    if (card()?.options.some((one) => one.preview)) redraw();
  },
  write: (what, question) => (event) => {
    const words = event.target.value;
    ui.lengths[what] = lengthOf(words);
    page.writes.set(what, { do: what, question, words, by: "typed" });
    clearTimeout(page.writing);
    page.writing = setTimeout(flush, WRITE_MS);
    redraw();
  },
  count: (what) => (event) => {
    ui.lengths[what] = lengthOf(event.target.value);
    redraw();
  },
  submitOther: () => act.confirmBy("typed"),
  confirm: (event) => {
    event.preventDefault();
    act.confirmBy("key");
  },
  confirmBy: (way) => {
    if (card()) go({ do: "confirm", question: card().question, by: way });
  },
  open: (question) => () => go({ do: "open", question, by: page.by }),
  openNote: (question) => () => {
    ui.noteOf = question;
    redraw();
    focusOn("note_field");
  },
  closeNote: (isKept) => {
    const { question } = card();
    const field = main.querySelector('[data-place="note_field"]');
    if (!isKept) {
      field.value = "";
      page.writes.delete("write_note");
      send({ do: "write_note", question, words: "", by: "typed" });
    }
    flush();
    if (!field.value.trim()) ui.noteOf = null;
    redraw();
    focusStart();
  },
  leaveField: (place) => {
    if (place === "none_field" || place === "reason_field") {
      ui.opened = null;
      delete ui.lengths.none_fit;
      delete ui.lengths.reason;
      redraw();
      focusStart();
    } else if (place === "note_field") {
      act.closeNote(false);
    } else {
      page.writes.delete("write_other");
      page.focusNext = "other_option";
      send({ do: "open_other", question: card().question, is_open: false, by: "key" });
    }
  },
  submitNone: () => {
    const words = main.querySelector('[data-place="none_field"]').value;
    go({ do: "none_fit", words, by: "typed" });
  },
  submitReason: () => {
    const words = main.querySelector('[data-place="reason_field"]').value;
    go({ do: "cancel", words, by: "typed" });
  },
  forAll: (event) => {
    ui.isForAll = event.target.checked;
  },
  showTyped: (typed, unknown = "") => {
    ui.typed = typed;
    if (unknown && unknown !== ui.unknown) announce("alert", unknown);
    ui.unknown = unknown;
    redraw();
  },
  cancelBy: (way) => go({ do: "cancel", by: way }),
  press: (what) => () => {
    if (what === "none_fit" || what === "cancel_with_reason") {
      ui.opened = ui.opened === what ? null : what;
      delete ui.lengths.none_fit;
      delete ui.lengths.reason;
      redraw();
      if (ui.opened) focusOn(what === "none_fit" ? "none_field" : "reason_field");
    } else if (what === "confirm" || what === "skip") {
      go({ do: what, question: card().question, by: page.by });
    } else {
      go({ do: what, by: page.by });
    }
  },
};

// Signs of the person.

function tellShown() {
  if (document.visibilityState === "visible") link.send({ do: "shown" });
}

function touch() {
  if (!page.view?.clock || page.view.phase !== "open") return;
  const now = performance.now();
  if (now - page.touchedAt < TOUCH_MS) return;
  page.touchedAt = now;
  link.send({ do: "touched" });
}

function holdBack(event) {
  if (performance.now() >= page.armedAt) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

document.addEventListener("pointerdown", () => {
  page.by = "click";
  forgetTyped(act);
}, true);
document.addEventListener("keydown", () => (page.by = "key"), true);
for (const name of ["click", "keydown"]) document.addEventListener(name, holdBack, true);
for (const name of ["pointermove", "pointerdown", "keydown", "wheel"]) {
  document.addEventListener(name, touch, { passive: true });
}
document.addEventListener("keydown", (event) => {
  if (page.view?.phase === "open") onKey(event, page.view, main, act);
});
document.addEventListener("input", (event) => {
  if (!event.isComposing && cutToLimit(event.target)) tellFull();
}, true);
document.addEventListener("compositionend", ({ target }) => {
  if (cutToLimit(target)) {
    target.dispatchEvent(new Event("input", { bubbles: true }));
    tellFull();
  }
}, true);
document.addEventListener("visibilitychange", () => {
  if (!page.view) return;
  if (document.visibilityState !== "visible") {
    flush();
    return;
  }
  arm(page.view.arm_ms); // it was not before the person until now
  tellShown();
});
window.addEventListener("pagehide", () => {
  clearTimeout(page.writing);
  for (const action of page.writes.values()) link.sendLast(action);
  page.writes.clear();
});

link.start();
