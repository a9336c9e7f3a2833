/* Keeps words within the limit of their field (`data-limit`). Characters are code points, as Parley
   counts them: `maxlength` counts an emoji twice. */

/** Return how many characters a text has. */
export function lengthOf(text) {
  return [...text].length;
}

/** Cut off what was just written beyond the limit of a field; returns whether anything was. */
export function cutToLimit(field) {
  const limit = Number(field.dataset.limit);
  const excess = lengthOf(field.value) - limit;
  if (!(excess > 0)) return false;
  const before = [...field.value.slice(0, field.selectionEnd)];
  const after = [...field.value.slice(field.selectionEnd)];
  const kept = before.slice(0, Math.max(0, before.length - excess));
  const place = kept.join("").length;
  field.value = [...kept, ...after].slice(0, limit).join("");
  field.setSelectionRange(place, place);
  return true;
}
