// Elements of HTML and SVG. Texts are always text: nothing of a document is ever read as HTML.

const SVG = 'http://www.w3.org/2000/svg';

export function el(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') element.style.cssText = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

// An element that the page is made with.
export function placeOf(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

export function replace(id, ...children) {
  const place = placeOf(`#${id}`);
  place.replaceChildren(...children.flat().filter(Boolean));
  place.hidden = !place.childNodes.length;
  return place;
}

// A table with its semantics said aloud, since styles may lay out its rows as something else.
export function table(caption, heads, rows, name = '') {
  const columns = heads.map((head) => el('th', { scope: 'col', role: 'columnheader', class: head.class }, head.text));
  return el(
    'table',
    { role: 'table', class: name },
    el('caption', { class: 'unseen' }, caption),
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, columns)),
    el('tbody', { role: 'rowgroup' }, rows),
  );
}

// What may be wider than the page scrolls by itself, with the keyboard too.
export function scrolling(label, content) {
  return el('div', { class: 'scrolling', role: 'region', 'aria-label': label, tabindex: 0 }, content);
}

export function copyButton(text, label) {
  const button = el('button', { type: 'button', class: 'copy', 'aria-label': label, onclick: copy }, 'Copy');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Select and copy by hand';
    }
  }
  return button;
}
