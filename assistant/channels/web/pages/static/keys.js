/* Finds what a key is and where the focus is, asks the table that came with the view, and does it. */

const FIELDS = ["other_field", "text_field", "note_field", "none_field"];

/** Return where the focus is, as the table calls it. */
export function placeOf(element) {
  if (!element || element === document.body) return "nowhere";
  if (element.dataset.place) return element.dataset.place;
  return element.matches("button, summary, input") ? "button" : "nowhere";
}

/** Return a key as the table calls it. */
function keyOf(event, main) {
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
      return marked(event, main) ? "marker" : "other";
  }
}

/** Return the row that this digit or letter chooses. */
function marked(event, main) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return null;
  const wanted = event.key.toUpperCase();
  return [...main.querySelectorAll("[data-keys]")].find(
    (row) => row.dataset.keys.includes(wanted),
  );
}

/** Handle a key press. */
export function onKey(event, view, main, act) {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  const here = document.activeElement;
  const place = placeOf(here);
  const key = keyOf(event, main);
  const isField = FIELDS.includes(place);
  if (event.repeat && key !== "up" && key !== "down" && (!isField || key === "enter")) {
    event.preventDefault();
    return;
  }
  const action = view.keys[place]?.[key] ?? "pass";
  if (action === "pass") return;
  event.preventDefault();
  run(action, { here, main, act, marked: marked(event, main) });
}

function run(action, { here, main, act, marked: row }) {
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
    case "choose_marked":
      row.focus();
      if (row.dataset.place === "other_option") act.openOther();
      else act.answerWith(row.value);
      break;
    case "focus_marked":
      row.focus();
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
