'use strict';

const fs = require('node:fs');
const path = require('node:path');

const LINE_END = Buffer.from('\n');

/** A plain file of JSON lines, and where in it each document stands, found out when it is opened. */
class Store {
  static library = 'JSON';

  static version = 'ES2019';

  /**
   * @param {object} setting the kit's
   * @param {{readLines: Function, replaceFile: Function, syncFolder: Function}} tools the kit's, for plain files
   */
  constructor(setting, tools) {
    this.setting = setting;
    this.tools = tools;
  }

  open(folder, create) {
    this.path = path.join(folder, 'documents.jsonl');
    if (create) {
      fs.writeFileSync(this.path, '');
      if (this.setting.synced) this.tools.syncFolder(folder);
    }
    this.readPlaces();
  }

  // The key is inside the document, so each line has to be parsed.
  readPlaces() {
    this.file = fs.openSync(this.path, 'a+');
    this.size = 0;
    this.places = new Map();
    this.eachLine((line) => this.note(this.setting.keyOf(JSON.parse(line)), line.length));
  }

  note(key, length) {
    this.places.set(key, { at: this.size, length });
    this.size += length + LINE_END.length;
  }

  eachLine(take) {
    const file = fs.openSync(this.path, 'r');
    for (const line of this.tools.readLines(file)) take(line);
    fs.closeSync(file);
  }

  close() {
    fs.closeSync(this.file);
  }

  put(pairs) {
    for (const some of this.setting.commits(pairs)) {
      const texts = some.map(([key, document]) => {
        const text = this.bytes(document);
        this.note(key, text.length);
        return text;
      });
      fs.appendFileSync(this.file, joined(texts));
      if (this.setting.durability === 'D3') fs.fsyncSync(this.file);
    }
  }

  flush() {
    if (this.setting.durability === 'D2') fs.fsyncSync(this.file);
  }

  update(pairs) {
    for (const some of this.setting.commits(pairs)) {
      this.writeAnew(new Map(some.map(([key, document]) => [key, this.bytes(document)])));
    }
  }

  delete(keys) {
    for (const some of this.setting.commits(keys)) this.writeAnew(new Map(some.map((key) => [key, null])));
  }

  // The whole file with other lines for these keys, or none, beside the old one and then in its place.
  writeAnew(changes) {
    const kept = [...this.places.keys()].filter((key) => changes.get(key) !== null);
    const texts = kept.map((key) => changes.get(key) ?? this.text(key));
    this.tools.replaceFile(this.path, joined(texts), this.setting.synced);
    this.close();
    this.readPlaces();
  }

  bytes(document) {
    return this.setting.raw ? document : Buffer.from(this.setting.dump(document));
  }

  text(key) {
    const { at, length } = this.places.get(key);
    const text = Buffer.allocUnsafe(length);
    fs.readSync(this.file, text, 0, length, at);
    return text;
  }

  scan(take) {
    const { load } = this.setting;
    this.eachLine((line) => take(load(line)));
  }

  get(key) {
    return this.places.has(key) ? this.setting.load(this.text(key)) : undefined;
  }
}

function joined(texts) {
  return Buffer.concat(texts.flatMap((text) => [text, LINE_END]));
}

module.exports = { Store };
