// Builds the native part by cargo, and puts it where the package looks for it.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIBRARY = process.platform === 'darwin' ? 'libingot_store_node.dylib' : 'libingot_store_node.so';
const MISSING =
  'error: ingot-store is built with Rust 1.88 or newer, and there is no cargo on PATH: ' +
  'install Rust (a package of the system, or rustup)';

// Features of cargo's, such as `safe`, for tests.
const features = process.env.INGOT_STORE_FEATURES ? ['--features', process.env.INGOT_STORE_FEATURES] : [];
const built = spawnSync('cargo', ['build', '--release', '--locked', ...features], { cwd: HERE, stdio: 'inherit' });
if (built.error) {
  console.error(built.error.code === 'ENOENT' ? MISSING : `error: cargo does not start: ${built.error.message}`);
  process.exit(1);
}
if (built.status !== 0) process.exit(built.status ?? 1);

const target = join(HERE, 'target');
const made = join(resolve(HERE, process.env.CARGO_TARGET_DIR || target), 'release', LIBRARY);
const place = join(target, 'ingot-store.node');
mkdirSync(target, { recursive: true });
// Renamed, since a process may have the old one mapped.
copyFileSync(made, `${place}.new`);
renameSync(`${place}.new`, place);
