// Plain JavaScript that old versions can read: npm runs it with whatever Node it has.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Removes from an installation without development tools what never runs: C headers and manual of Node, source maps,
 * and declarations of types. Installations with the tools keep everything.
 */
const unused = /\.(?:map|d\.[cm]?ts)$/;

/** @param {string} folder */
function trim(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) trim(path);
    else if (entry.isFile() && unused.test(entry.name)) rmSync(path, { force: true });
  }
}

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
if (existsSync(packages) && !existsSync(join(packages, 'vite'))) {
  for (const name of readdirSync(packages)) {
    if (!/^node-(?:linux|win)-/.test(name)) continue;
    for (const part of ['include', 'share']) rmSync(join(packages, name, part), { recursive: true, force: true });
  }
  trim(packages);
}
