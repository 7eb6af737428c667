'use strict';

const { randomUUID } = require('node:crypto');
const http = require('node:http');

// Chromium's clock goes in steps of 5 µs instead of 100 for pages that are isolated from others, which these headers
// make them.
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

// The empty icon keeps the browser from asking for one.
const PAGE = '<!doctype html><link rel="icon" href="data:,"><script src="script.js"></script>';

/**
 * Serves the page and, at addresses that no other program knows, bytes to it and from it. It listens on the loopback
 * interface only.
 */
class Pages {
  /** @param {Buffer} script of the page */
  constructor(script) {
    this.root = `/${randomUUID()}`;
    this.served = new Map([
      [`${this.root}/`, { type: 'text/html', content: Buffer.from(PAGE) }],
      [`${this.root}/script.js`, { type: 'text/javascript', content: script }],
    ]);
    /** @type {Map<string, Buffer>} */
    this.received = new Map();
    this.count = 0;
    this.server = http.createServer((request, response) => this.answer(request, response));
  }

  /** @returns {Promise<string>} the page's address */
  async start() {
    await new Promise((resolve, reject) => {
      this.server.on('error', reject).listen({ port: 0, host: '127.0.0.1' }, () => resolve(null));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
    return `http://127.0.0.1:${port}${this.root}/`;
  }

  /**
   * @param {Buffer} content
   * @returns {string} where the page finds it
   */
  lay(content) {
    const url = `${this.root}/${this.count++}`;
    this.served.set(url, { type: 'application/octet-stream', content });
    return url;
  }

  /**
   * @param {string} url
   * @returns {Buffer} what the page has sent there
   */
  taken(url) {
    const content = this.received.get(url);
    if (content === undefined) throw new Error(`the page has sent nothing to ${url}`);
    return content;
  }

  /** Forgets what was laid and received. */
  clear() {
    for (const url of this.served.keys()) {
      if (/\/\d+$/.test(url)) this.served.delete(url);
    }
    this.received.clear();
  }

  /** @type {(request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>} */
  async answer(request, response) {
    const url = request.url ?? '';
    if (request.method === 'POST' && url.startsWith(this.root)) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      this.received.set(url, Buffer.concat(chunks));
      response.writeHead(204, HEADERS).end();
      return;
    }
    const found = this.served.get(url);
    if (found === undefined) response.writeHead(404, HEADERS).end();
    else response.writeHead(200, { ...HEADERS, 'Content-Type': found.type }).end(found.content);
  }
}

module.exports = { Pages };
