/* Finds what a key is and where the focus is, asks the table that came with the view, and does it. */

const FIELDS = ["other_field", "text_field", "note_field", "none_field", "reason_field"];
const MARKED = ["choose_marked", "focus_marked"];

/** The beginning of a place or of a label's number, which has chosen nothing yet. */
let typed = "";
let waiting = null;

/** Return where the focus is, as the table calls it. */
export function placeOf(element) {
  if (!element || element === document.body) return "nowhere";
  if (element.dataset.place) return element.dataset.place;
  return element.matches("button, summary, input") ? "button" : "nowhere";
}

/** Return a key as the table calls it. */
function keyOf(event, keys) {
  switch (event.key) {
    case "ArrowUp":
      return "up";
    case "ArrowDown":
      return "down";
    case "Enter":
      return event.shiftKey ? "shift_enter" : "enter";
    case " ":
      return "space";
    case "Escape":
      return "escape";
    default:
      return typedWith(event, keys) ? "marker" : "other";
  }
}

/** Return what is typed with another key; null if the key means nothing to the options. */
function typedWith(event, keys) {
  if (event.key.length !== 1 || !Object.keys(keys).length) return null;
  const key = event.key.toUpperCase();
  const isLetter = /\p{L}/u.test(key);
  const more = isLetter && !(typed + key in keys) ? key : typed + key;
  const isNumber = /\d/.test(key) || (typed && !isLetter);
  return more in keys || isNumber ? more : null;
}

/** Handle a key press. */
export function onKey(event, view, main, act) {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  const here = document.activeElement;
  const place = placeOf(here);
  const keys = view.card?.keys ?? {};
  const key = keyOf(event, keys);
  const isField = FIELDS.includes(place);
  if (event.repeat && key !== "up" && key !== "down" && (!isField || key === "enter")) {
    event.preventDefault();
    return;
  }
  const action = view.keys[place]?.[key] ?? "pass";
  if (MARKED.includes(action)) {
    event.preventDefault();
    type(typedWith(event, keys), action, { view, main, act });
    return;
  }
  if (typed && !isField && edit(event, key, { view, main, act })) {
    event.preventDefault();
    return;
  }
  forgetTyped(act);
  if (action === "pass") return;
  event.preventDefault();
  run(action, { here, main, act });
}

/** Forget the beginning of a number: something else was done, or is asked. */
export function forgetTyped(act) {
  clearTimeout(waiting);
  if (!typed) return;
  typed = "";
  act.showTyped("");
}

/** Do what Enter, Escape and Backspace do to what is typed; returns whether it was one of them. */
function edit(event, key, at) {
  if (key === "enter") takeTyped("choose_marked", at);
  else if (key === "escape") forgetTyped(at.act);
  else if (event.key === "Backspace") type(typed.slice(0, -1), "choose_marked", at);
  else return false;
  return true;
}

/** Take the row that is typed, or wait for what may follow. */
function type(more, action, at) {
  const meant = at.view.card.keys[more];
  clearTimeout(waiting);
  typed = more;
  if (!typed) {
    at.act.showTyped("");
    return;
  }
  const row = rowOf(more, at);
  if (row) row.focus();
  if (row && !meant.goes_on) {
    takeTyped(action, at);
    return;
  }
  at.act.showTyped(typed, meant ? "" : at.view.card.range);
  waiting = setTimeout(() => takeTyped(action, at), at.view.wait_ms);
}

/** Take the row that was typed; say which ones there are if there is no such row. */
function takeTyped(action, { view, main, act }) {
  const row = rowOf(typed, { view, main });
  forgetTyped(act);
  if (!row) {
    act.showTyped("", view.card.range);
    return;
  }
  row.focus();
  if (action === "focus_marked") return;
  if (row.dataset.place === "other_option") act.openOther();
  else act.answerWith(row.value);
}

function rowOf(more, { view, main }) {
  const row = view.card.keys[more]?.row ?? null;
  return row === null ? null : main.querySelectorAll("[data-row]")[row];
}

function run(action, { here, main, act }) {
  switch (action) {
    case "move_up":
      move(main, here, -1);
      break;
    case "move_down":
      move(main, here, 1);
      break;
    case "choose":
    case "choose_and_confirm":
      act.answerWith(here.value);
      break;
    case "toggle":
    case "press":
      here.click();
      break;
    case "open_other":
      act.openOther();
      break;
    case "confirm":
      act.confirmBy(placeOf(here) === "text_field" ? "typed" : "key");
      break;
    case "submit_other":
      act.confirmBy("typed");
      break;
    case "submit_none":
      act.submitNone();
      break;
    case "submit_reason":
      act.submitReason();
      break;
    case "close_note":
      act.closeNote(true);
      break;
    case "leave_field":
      act.leaveField(placeOf(here));
      break;
    case "cancel":
      act.cancelBy("key");
      break;
    default:
      break; // "ignore": nobody takes it
  }
}

/** Move the focus among the rows, or the stops of a review; it stops at both ends. */
function move(main, here, step) {
  const rows = [...main.querySelectorAll("[data-row]")];
  const stops = rows.length ? rows : [...main.querySelectorAll("[data-stop]")];
  if (!stops.length) return;
  let at = stops.indexOf(here);
  if (at < 0 && !rows.length) at = stops.length - 1;
  else if (at < 0) at = step < 0 || placeOf(here) === "other_field" ? stops.length : -1;
  const next = stops[Math.min(stops.length - 1, Math.max(0, at + step))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}
