/* Makes elements look as described, changing only what differs: what has the focus, the cursor in a
   field and what a screen reader is reading stay where they are. */

/** Describe an element. `key` tells it from its siblings of the same name. */
export function h(name, attributes, ...kids) {
  return {
    name,
    key: attributes?.key ?? null,
    attributes: attributes ?? {},
    kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false),
  };
}

/** Make the children of an element what is described. */
export function show(parent, kids) {
  const old = [...parent.childNodes];
  const left = new Set(old);
  const known = kids.map((kid) => {
    const same = old.find((node) => left.has(node) && isSame(node, kid));
    left.delete(same);
    return same;
  });
  for (const node of left) node.remove(); // first, so that none that stays has to move
  kids.forEach((kid, at) => {
    const node = known[at] ?? make(kid);
    if (known[at]) change(node, kid);
    const here = parent.childNodes[at] ?? null;
    if (here !== node) parent.insertBefore(node, here);
  });
}

function isSame(node, kid) {
  if (typeof kid === "string") return node.nodeType === Node.TEXT_NODE;
  return (
    node.nodeType === Node.ELEMENT_NODE &&
    node.localName === kid.name &&
    (node.parleyKey ?? null) === kid.key
  );
}

function make(kid) {
  if (typeof kid === "string") return document.createTextNode(kid);
  const node = document.createElement(kid.name);
  node.parleyKey = kid.key;
  change(node, kid);
  return node;
}

function change(node, kid) {
  if (typeof kid === "string") {
    if (node.data !== kid) node.data = kid;
    return;
  }
  const wanted = kid.attributes;
  for (const { name } of [...node.attributes]) {
    if (name === "open") continue; // the person opens and closes what is folded
    if (wanted[name] === undefined || wanted[name] === false) node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (name === "key" || name === "on" || name === "checked" || name === "value") continue;
    if (value === undefined || value === null || value === false) continue;
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
  listen(node, wanted.on ?? {});
  show(node, kid.kids);
  if (wanted.checked !== undefined && node.checked !== wanted.checked) node.checked = wanted.checked;
  if (wanted.value !== undefined) write(node, wanted.value);
}

/** Write into a field what is news, unless the user is writing there: it holds other words then
    than it was given. */
function write(node, value) {
  const given = node.parleyWritten;
  if (given === value) return;
  const isBusy =
    node === document.activeElement && given !== undefined && node.value.trim() !== given.trim();
  node.parleyWritten = value;
  if (!isBusy && node.value !== value) node.value = value;
}

function listen(node, handlers) {
  const old = node.parleyHandlers ?? {};
  for (const [name, handler] of Object.entries(old)) {
    if (!(name in handlers)) node.removeEventListener(name, handler);
  }
  for (const [name, handler] of Object.entries(handlers)) {
    if (old[name] === handler) continue;
    if (old[name]) node.removeEventListener(name, old[name]);
    node.addEventListener(name, handler);
  }
  node.parleyHandlers = handlers;
}
