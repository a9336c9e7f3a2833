/* Draws what Parley says the page shows. No rules: what may be done stands in the view. */

import { h, show } from "./dom.js";
import { lengthOf } from "./limits.js";

const WAITING = "/page/waiting.svg";
const AT_REST = "/page/icon.svg";
const MARK_COLOURS = 8;
const NONE_LIMIT = 1000;
/** From how many characters on a context may scroll, and takes the focus so that keys do it. */
const MAY_SCROLL = 500;
/** From how many characters left on a short field says so. */
const FEW = 20;

/**
 * Draw a view.
 * @param main the element to draw into
 * @param view what to show
 * @param ui what only this page knows: open fields, the option pointed at
 * @param act what the person can do
 */
export function draw(main, view, ui, act) {
  document.documentElement.lang = view.lang;
  document.title = view.title;
  const icon = view.phase === "open" ? WAITING : AT_REST;
  document.getElementById("icon").setAttribute("href", icon);
  main.className = isOver(view) ? "over" : view.phase;
  show(main, isOver(view) ? settled(view, ui, act) : opened(view, ui, act));
}

/** Whether the question takes no answers any more, though it may be asked again. */
export function isOver(view) {
  return ["late", "reopening", "settled"].includes(view.phase);
}

function settled(view, ui, act) {
  const isDimmed = view.tone === "warning" && ui.lastOpen;
  return [
    h("section", { key: "outcome", class: `outcome ${view.tone}` },
      h("h1", { key: "title", tabindex: "-1", "data-name": "outcome" }, view.heading),
      view.outcome.map((line, at) => h("p", { key: `line${at}`, class: "line" }, line)),
      view.phase === "settled"
        ? h("p", { key: "done", class: "secondary" }, view.words.confirmed)
        : lateFoot(view, act),
    ),
    ui.lost && view.phase !== "settled" ? lost(view) : null,
    waiting(view),
    rounds(view.rounds),
    isDimmed
      ? h("div", { key: "dimmed", class: "dimmed", inert: true, "aria-hidden": "true" },
          content(ui.lastOpen, ui, act))
      : null,
  ].filter(Boolean);
}

/** What can be done with a question that timed out. */
function lateFoot(view, act) {
  return [
    message(view),
    h("p", { key: "buttons", class: "buttons" },
      view.buttons.map((button) => press(button, act, view.phase !== "late"))),
  ];
}

function lost(view) {
  return h("p", { key: "lost", class: "banner", "data-name": "lost" }, view.words.lost);
}

/** Other questions that wait on pages of their own. */
function waiting(view) {
  if (!view.waiting.length) return null;
  return h("nav", { key: "waiting", class: "waiting", "data-name": "waiting" },
    h("span", { key: "words", class: "secondary" }, view.words.waiting),
    view.waiting.map((one) =>
      h("a", { key: one.address, href: one.address }, one.label)));
}

/** Who asks, after the mark of the program: a circle of each colour, then a square of each. */
function source(view) {
  const shape = view.mark < MARK_COLOURS ? "circle" : "square";
  return h("p", { key: "source", class: "secondary", "data-name": "source" },
    view.mark === null ? null
      : h("span", { key: "mark", class: `mark ${shape} mark-${view.mark % MARK_COLOURS}`, "aria-hidden": "true" }),
    view.source);
}

function opened(view, ui, act) {
  return [
    h("header", { key: "head" },
      h("div", { key: "top", class: "head" },
        h("h1", { key: "title" }, view.title),
        view.clock ? clock(view, ui) : null),
      view.source ? source(view) : null,
      view.banners.map((text) => h("p", { key: `banner ${text}`, class: "banner" }, text)),
      view.heading ? h("p", { key: "heading", class: "heading" }, view.heading) : null,
      view.description ? h("p", { key: "about", class: "secondary" }, view.description) : null,
      waiting(view),
      progress(view.progress),
      rounds(view.rounds),
    ),
    ui.lost ? lost(view) : null,
    ...content(view, ui, act),
    foot(view, ui, act),
  ].filter(Boolean);
}

function content(view, ui, act) {
  return [
    view.review
      ? h("section", { key: "review", class: "review" },
          h("h2", { key: "title", "data-name": "review" }, view.review.title),
          h("p", { key: "remark", class: view.review.is_warning ? "warning" : "secondary" },
            view.review.remark))
      : null,
    lines("before", view.lines_before, act),
    view.card ? card(view, view.card, ui, act) : null,
    lines("after", view.lines_after, act),
  ].filter(Boolean);
}

function clock(view, ui) {
  return h("p", {
    key: "clock",
    class: ui.isUrgent ? "clock urgent" : "clock",
    role: "timer",
    "data-name": "countdown",
  }, ui.clockText);
}

function progress(state) {
  if (!state) return null;
  return h("p", { key: "progress", class: "progress", "data-name": "form_progress" },
    h("span", { key: "dots", "aria-hidden": "true" }, state.dots),
    h("span", { key: "words", class: "unseen" }, state.words),
    state.part ? h("span", { key: "part", class: "part secondary" }, state.part) : null);
}

function rounds(state) {
  if (!state) return null;
  return h("details", { key: "rounds", class: "rounds", "data-name": "earlier_rounds" },
    h("summary", { key: "title" }, state.title),
    state.rounds.map((round, at) =>
      h("section", { key: `round${at}` },
        h("h2", { key: "title" }, round.title),
        h("p", { key: "texts", class: "texts secondary" }, round.texts),
        round.outcome.map((line, n) =>
          h("p", { key: `line${n}`, class: round.is_answered ? "line success" : "line" }, line)))));
}

function lines(where, all, act) {
  if (!all.length) return null;
  return h("ul", { key: `lines ${where}`, class: "lines" },
    all.map((line) =>
      h("li", { key: line.question, class: line.is_settled ? "settled" : "upcoming" },
        h("span", { key: "words", class: "words" },
          h("span", { key: "text" }, line.text),
          line.note ? h("span", { key: "note", class: "description" }, line.note) : null),
        h("button", {
          key: "button",
          type: "button",
          class: "link",
          "data-name": line.name,
          "data-stop": true,
          "aria-label": `${line.button}: ${line.text}`,
          on: { click: act.open(line.question) },
        }, line.button))));
}

function card(view, state, ui, act) {
  const id = (part) => `q-${part}`;
  const isChoice = !state.field;
  const described = [state.context && id("context"), state.rule && id("rule")];
  const describedBy = described.filter(Boolean).join(" ") || undefined;
  const head = [
    state.header || state.place
      ? h("span", { key: "top", class: "top" },
          state.header
            ? h("span", { key: "chip", class: "chip", title: state.header }, state.header)
            : null,
          state.place
            ? h("span", { key: "place", class: "secondary", "data-name": "progress" }, state.place)
            : null)
      : null,
    h("span", { key: "text", class: "question", id: id("text") }, state.text),
  ];
  const inside = [
    isChoice ? h("legend", { key: "legend" }, head) : h("div", { key: "legend" }, head),
    state.context
      ? h("p", {
          key: "context",
          class: "secondary context",
          id: id("context"),
          tabindex: state.context.length > MAY_SCROLL ? 0 : undefined,
        }, state.context)
      : null,
    state.rule ? h("p", { key: "rule", class: "description", id: id("rule") }, state.rule) : null,
    h("div", { key: "beside", class: "beside" },
      h("div", { key: "answers" },
        state.options.map((option) => row(state, option, act)),
        state.other ? other(view, state, ui, act) : null,
        state.field ? textField(view, state, ui, act, describedBy) : null,
        note(view, state, ui, act)),
      preview(view, state, ui)),
  ];
  return h("form", {
    key: `card ${state.question}`,
    class: state.is_wrong ? "card wrong" : "card",
    novalidate: true,
    autocomplete: "off",
    on: { submit: act.confirm },
  }, isChoice
    ? h("fieldset", {
        key: "set",
        "aria-labelledby": id("text"),
        "aria-describedby": describedBy,
      }, inside)
    : h("div", { key: "set", class: "set" }, inside));
}

function row(state, option, act) {
  const isTaken = !state.is_multiple && Boolean(state.other?.is_open);
  return choice(state, {
    ...option,
    is_chosen: option.is_chosen && !isTaken,
    place: "option",
    on: {
      click: act.choose(state.question, option.id),
      focus: act.point(option.id),
    },
    point: act.point(option.id),
  });
}

function choice(state, option) {
  const key = `option ${option.name}`;
  return h("label", {
    key,
    class: option.is_chosen ? "row chosen" : "row",
    on: option.point ? { mouseenter: option.point } : {},
  },
    h("input", {
      key: "input",
      type: state.is_multiple ? "checkbox" : "radio",
      name: "choice",
      value: option.id ?? "other",
      required: !state.is_multiple && state.is_required,
      "data-name": option.name,
      "data-place": option.place,
      "data-row": true,
      checked: option.is_chosen,
      on: option.on,
    }),
    h("span", { key: "marker", class: option.is_key ? "marker key" : "marker", "aria-hidden": "true" },
      option.marker),
    h("span", { key: "words", class: "words" },
      h("span", { key: "label", class: "label" }, option.label),
      option.badge ? h("span", { key: "badge", class: "badge" }, ` ${option.badge}`) : null,
      option.description
        ? h("span", { key: "about", class: "description" },
            h("span", { key: "dash", class: "unseen" }, " - "), option.description)
        : null));
}

function other(view, state, ui, act) {
  const own = state.other;
  const head = choice(state, {
    ...own,
    id: null,
    badge: "",
    is_chosen: own.is_open,
    place: "other_option",
    on: { click: act.toggleOther(state.question), focus: act.point(null) },
  });
  const field = own.is_open
    ? h("div", { key: "own", class: "own" },
        h("label", { key: "label", for: "q-own" }, view.words.specify),
        h("span", { key: "line", class: "fields" },
          h("input", {
            key: "field",
            id: "q-own",
            type: "text",
            "data-limit": own.limit,
            placeholder: view.words.other_placeholder,
            "data-name": "custom_input_text",
            "data-place": "other_field",
            "aria-invalid": state.is_wrong ? "true" : undefined,
            value: own.words,
            on: { input: act.write("write_other", state.question) },
          }),
          h("button", {
            key: "ok",
            type: "button",
            "data-name": own.submit_name,
            on: { click: act.submitOther },
          }, view.words.ok)),
        room(view, own, ui.lengths.write_other))
    : null;
  return [head, field];
}

/** Say how much may still be written, from when `few` are left. */
function room(view, field, length, few = Infinity) {
  const left = Math.max(0, field.limit - (length ?? lengthOf(field.words)));
  if (left > few) return null;
  return h("p", { key: "room", class: "room description" },
    left === 1 ? view.words.left_one : view.words.left.replace("{n}", String(left)));
}

function textField(view, state, ui, act, describedBy) {
  const field = state.field;
  return [
    h(field.is_one_line ? "input" : "textarea", {
      key: "text",
      type: field.is_one_line ? "text" : undefined,
      rows: field.is_one_line ? undefined : 4,
      inputmode: field.mode,
      "data-limit": field.limit,
      "data-name": "text_input",
      "data-place": "text_field",
      "aria-labelledby": "q-text",
      "aria-describedby": describedBy,
      "aria-required": state.is_required ? "true" : undefined,
      "aria-invalid": state.is_wrong ? "true" : undefined,
      value: field.words,
      on: { input: act.write("write_text", state.question) },
    }),
    room(view, field, ui.lengths.write_text, field.is_one_line ? FEW : Infinity),
  ];
}

function note(view, state, ui, act) {
  if (!state.note) return null;
  if (!state.note.words && ui.noteOf !== state.question) {
    return h("button", {
      key: "add note",
      type: "button",
      class: "link",
      "data-name": "add_note",
      on: { click: act.openNote(state.question) },
    }, view.words.add_note);
  }
  return h("div", { key: "note", class: "own" },
    h("label", { key: "label", for: "q-note" }, view.words.note),
    h("input", {
      key: "field",
      id: "q-note",
      type: "text",
      "data-limit": state.note.limit,
      placeholder: view.words.note_placeholder,
      "data-name": "note_text",
      "data-place": "note_field",
      value: state.note.words,
      on: { input: act.write("write_note", state.question) },
    }),
    room(view, state.note, ui.lengths.write_note, FEW));
}

function preview(view, state, ui) {
  const with_one = state.options.filter((option) => option.preview);
  if (!with_one.length) return null;
  const pointed = state.options.find((option) => option.id === ui.pointed);
  const shown = ui.pointed === undefined ? with_one[0] : pointed;
  const title = shown ? view.words.preview_of.replace("{label}", shown.label) : view.words.preview;
  return h("section", { key: "preview", class: "preview", "aria-label": title },
    h("p", { key: "title", class: "secondary" }, title),
    shown?.preview
      ? h("div", { key: `of ${shown.id}` }, shown.preview.map(piece))
      : h("p", { key: "none", class: "description" }, view.words.no_preview));
}

function piece(part) {
  return part.tag ? h(part.tag, {}, part.parts.map(piece)) : part.text;
}

function foot(view, ui, act) {
  const isOff = view.phase !== "open";
  const hint = ui.typed ? view.words.typed.replace("{typed}", ui.typed) : view.hint;
  return h("footer", { key: "foot" },
    message(view, ui.unknown),
    ui.opened === "none_fit"
      ? wordsLine(view, ui, act, {
          what: "none_fit",
          place: "none_field",
          label: view.words.none_placeholder,
          send: view.words.ok,
          submit: act.submitNone,
        })
      : null,
    ui.opened === "cancel_with_reason"
      ? wordsLine(view, ui, act, {
          what: "reason",
          place: "reason_field",
          label: view.words.reason_placeholder,
          send: view.words.reason_submit,
          submit: act.submitReason,
        })
      : null,
    view.similar
      ? h("label", { key: "similar", class: "row similar" },
          h("input", {
            key: "input",
            type: "checkbox",
            "data-name": "apply_to_all",
            checked: ui.isForAll,
            on: { change: act.forAll },
          }),
          h("span", { key: "words", class: "words" },
            h("span", { key: "label", class: "label" }, view.similar.label),
            h("span", { key: "names", class: "description" }, view.similar.names.join(" · "))))
      : null,
    view.ways_out.length
      ? h("p", { key: "ways", class: "ways" },
          view.ways_out.map((button) => press(button, act, isOff)))
      : null,
    h("p", { key: "buttons", class: "buttons" },
      view.phase === "sent"
        ? h("span", { key: "sending", class: "secondary" }, view.words.sending)
        : null,
      view.buttons.map((button) => press(button, act, isOff))),
    h("p", { key: "hint", class: "hint description", "data-name": "key_hint" }, hint));
}

/** A field for words that end the question without an answer. */
function wordsLine(view, ui, act, { what, place, label, send, submit }) {
  return h("div", { key: what, class: "own" },
    h("label", { key: "label", for: `q-${what}` }, label),
    h("span", { key: "line", class: "fields" },
      h("input", {
        key: "field",
        id: `q-${what}`,
        type: "text",
        "data-limit": NONE_LIMIT,
        "data-name": `${what}_text`,
        "data-place": place,
        on: { input: act.count(what) },
      }),
      h("button", {
        key: "ok",
        type: "button",
        "data-name": `${what}_submit`,
        on: { click: submit },
      }, send)),
    room(view, { limit: NONE_LIMIT, words: "" }, ui.lengths[what], FEW));
}

function message(view, unknown = "") {
  const words = unknown || view.message?.text;
  return words
    ? h("p", { key: "message", class: "error", "data-name": "message" }, words)
    : null;
}

function press(button, act, isOff) {
  return h("button", {
    key: button.name,
    type: "button",
    class: button.role,
    disabled: isOff,
    "data-name": button.name,
    "data-do": button.do,
    "data-stop": button.do === "submit",
    on: { click: act.press(button.do) },
  }, button.label);
}
