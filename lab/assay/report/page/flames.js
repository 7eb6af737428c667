// Flamegraphs: a box for each call, as wide as its share, callers above what they call. A box can be zoomed into, the
// keyboard goes from box to box as in a tree, and a search marks the boxes whose names have a text.

import { el } from './dom.js';
import { embedded } from './embedded.js';
import { words } from './words.js';

const LEAST = 0.0015; // of the picture's width, below which a box is not drawn
const LETTER = 6; // pixels
const BRIEF = /[^:]*(?:::\{[^:]*\})?$/; // a function alone, a closure with the one that it is in

// Each node: [places of its name, of what is said of it and of its colour, value, children].
function grown(data, texts, parent) {
  const [name, said, colour, value, children] = data;
  const node = { name: texts[name], colour: texts[colour], value, parent, depth: parent ? parent.depth + 1 : 0 };
  node.words = `${node.name}: ${texts[said]}`;
  node.children = children.map((child) => grown(child, texts, node));
  return node;
}

class Flames {
  constructor(place, graph, texts) {
    this.root = grown(graph.root, texts, null);
    this.top = this.root;
    this.wanted = '';
    this.boxes = new Map();
    this.picture = el('div', { class: 'flames', role: 'tree', 'aria-label': graph.title });
    this.said = el('p', { class: 'flame-said', 'aria-live': 'polite' });
    this.reset = el('button', { type: 'button', onclick: () => this.zoom(this.root) }, 'Whole picture');
    const search = el('input', { type: 'search', id: `search-${place.id}`, oninput: () => this.search(search.value) });
    this.field = search;
    const label = el('label', { for: search.id }, 'Find functions');
    place.append(el('div', { class: 'flame-bar' }, label, search, this.reset), this.said, this.picture);
    this.picture.addEventListener('keydown', (event) => this.key(event));
    this.draw();
  }

  draw() {
    this.boxes.clear();
    const found = [];
    for (let node = this.top.parent; node; node = node.parent) this.put(node, 0, 1, found);
    this.below(this.top, 0, 1, found);
    const deepest = found.reduce((most, box) => Math.max(most, Number(box.dataset.depth)), 0);
    this.picture.style.setProperty('--rows', deepest + 1);
    this.picture.replaceChildren(...found);
    this.focusable(this.top);
    this.reset.disabled = this.top === this.root;
    this.say(this.top);
  }

  below(node, left, width, found) {
    if (width < LEAST) return;
    this.put(node, left, width, found);
    let start = left;
    for (const child of node.children) {
      const part = (child.value / node.value) * width;
      this.below(child, start, part, found);
      start += part;
    }
  }

  put(node, left, width, found) {
    const box = el(
      'div',
      {
        role: 'treeitem',
        tabindex: -1,
        title: node.words,
        'aria-label': node.words,
        'aria-level': node.depth + 1,
        'aria-selected': node === this.top ? 'true' : 'false',
        'data-depth': node.depth,
        class: this.above(node) ? 'flame above' : 'flame',
        style: `left:${left * 100}%;width:${width * 100}%;top:calc(${node.depth} * var(--row))`,
        onclick: () => this.zoom(node),
        onfocus: () => this.say(node),
        onmousemove: () => this.say(node),
      },
      this.fitting(node.name, width),
    );
    box.style.backgroundColor = node.colour;
    if (this.wanted && node.name.toLowerCase().includes(this.wanted)) box.classList.add('found');
    this.boxes.set(node, box);
    found.push(box);
  }

  // The name; where there is no room for it, without the path before it.
  fitting(name, width) {
    const letters = (width * this.picture.clientWidth) / LETTER;
    if (letters < 3) return '';
    return letters < name.length && name.includes('::') ? BRIEF.exec(name)?.[0] : name;
  }

  above(node) {
    for (let one = this.top.parent; one; one = one.parent) if (one === node) return true;
    return false;
  }

  say(node) {
    this.said.textContent = node.words;
  }

  zoom(node) {
    this.top = node;
    this.draw();
    this.boxes.get(node).focus({ preventScroll: true });
  }

  search(text) {
    this.wanted = text.trim().toLowerCase();
    this.draw();
    if (!this.wanted) return;
    const share = this.share(this.root) / this.root.value;
    this.said.textContent = `${words.percent(share)} in functions with “${text.trim()}” in their names`;
  }

  share(node) {
    if (node.parent && node.name.toLowerCase().includes(this.wanted)) return node.value;
    return node.children.reduce((sum, child) => sum + this.share(child), 0);
  }

  focusable(node) {
    for (const box of this.boxes.values()) box.tabIndex = -1;
    this.boxes.get(node).tabIndex = 0;
  }

  key(event) {
    const node = [...this.boxes].find(([, box]) => box === document.activeElement)?.[0];
    if (!node) return;
    if (event.key === 'Enter' || event.key === ' ') this.zoom(node);
    else if (event.key === 'Escape') this.zoom(this.root);
    else if (event.key === '/') this.field.focus();
    else {
      const next = this.step(node, event.key);
      if (next === undefined) return;
      if (next) {
        this.focusable(next);
        this.boxes.get(next).focus();
      }
    }
    event.preventDefault();
  }

  // Where an arrow leads: undefined for other keys, null where there is nothing.
  step(node, key) {
    const drawn = (one) => (one && this.boxes.has(one) ? one : null);
    const beside = (by) => {
      const all = (node.parent?.children ?? []).filter((one) => this.boxes.has(one));
      return all[all.indexOf(node) + by] ?? null;
    };
    switch (key) {
      case 'ArrowUp':
        return drawn(node.parent);
      case 'ArrowDown':
        return node.children.find((child) => this.boxes.has(child)) ?? null;
      case 'ArrowLeft':
        return beside(-1);
      case 'ArrowRight':
        return beside(1);
      case 'Home':
        return drawn(this.root);
      default:
        return undefined;
    }
  }
}

const data = await embedded();
for (const graph of data.graphs) new Flames(document.getElementById(graph.id), graph, data.texts);
