/**
 * Bundles the exchange: its sources with the packages that they use, without what no program reaches.
 *
 * `node tools/server-bundle/make-bundle.ts [program] [root]` makes the bundle that holds a program, by default that of
 * the product, unless the same one is there.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type BundledFile, hashOf, lookAt, readState, settledState, writeState } from './bundle-state.ts';
import { removeUnused } from './bundle-users.ts';
import {
  type Bundle,
  bundleOf,
  bundlesFolder,
  nameOf,
  outsidePackages,
  projectRoot,
  serverBundle,
} from './programs.ts';
import { lineTableFile, lineTableOf, type SourceMapText } from './line-table.ts';
import { type FoundSources, programFile, sourcePlaces } from './source-places.ts';

/** From a bundle to the project. */
const toRoot = '../../../';

/** What decides on a bundle beside the files that are in it: versions of packages, and how it is made. */
const settings = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Runs in the bundle before each of its programs. */
const traces = 'tools/server-bundle/stack-traces.ts';

/** A source may be changed while it is bundled. */
const triesMax = 3;

/**
 * Makes a bundle unless the same one is there. Processes that make it at once do not disturb each other: it appears
 * whole.
 *
 * @param root the project
 * @throws Error when a source cannot be bundled, or changes all the time
 */
export async function makeBundle(bundle: Bundle, root = projectRoot): Promise<void> {
  const state = readState(root, bundle.name);
  if (state !== null && settledState(root, state) !== null && existsSync(path.join(root, bundlesFolder, state.folder)))
    return;
  for (let tries = 0; tries < triesMax; tries += 1) {
    mkdirSync(path.join(root, bundlesFolder), { recursive: true });
    const making = mkdtempSync(path.join(root, bundlesFolder, `making-${bundle.name}-`));
    // As any folder of the project: another user may run what this one built.
    chmodSync(making, 0o777 & ~process.umask());
    try {
      const files = await bundleInto(making, bundle, root);
      const isSame = files.every(({ file, content }) => lookAt(root, file).content === content);
      if (!isSame) continue;
      putInPlace(making, { bundle, root, files });
      return;
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  throw new Error('the sources changed while they were bundled');
}

async function bundleInto(folder: string, { programs }: Bundle, root: string): Promise<BundledFile[]> {
  const found: FoundSources = { read: new Map(), threads: new Set() };
  const build = await rolldown({
    input: Object.fromEntries([...programs, traces].map((file) => [nameOf(file), path.join(root, file)])),
    cwd: root,
    platform: 'node',
    external: outsidePackages,
    plugins: [sourcePlaces({ root, toRoot }, found)],
    // Packages that ask for what is not installed, as for a native driver of PostgreSQL, find that out as they run.
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: 'hidden',
    // Names stay: traces show them, and what is logged of classes.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].program.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  for (const program of [...programs, ...found.threads])
    writeFileSync(path.join(folder, `${nameOf(program)}.mjs`), starting(program));
  writeLineTables(folder, root);
  const own = readdirSync(path.join(projectRoot, 'tools/server-bundle')).filter((name) => !name.endsWith('.test.ts'));
  for (const file of [...settings, ...own.map((name) => `tools/server-bundle/${name}`)])
    found.read.set(file, lookAt(root, file));
  return [...found.read.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** The file that Node is started with: what it compiles is read by later starts. */
function starting(program: string): string {
  return `import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
const root = new URL('${toRoot}', import.meta.url);
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/node', root)));
const { nameSources } = await import('.//${programFile(traces)}');
nameSources(new URL('./', import.meta.url), root);
// Written when the start is over, because a process that is killed writes nothing.
setTimeout(flushCompileCache, 3_000).unref();
export default await import('.//${programFile(program)}');
`;
}

/** Writes beside each file of a bundle what lines of the sources it is of, instead of its source map. */
function writeLineTables(folder: string, root: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.map')) continue;
    const file = path.join(folder, name);
    const map = JSON.parse(readFileSync(file, 'utf8')) as SourceMapText;
    const sources = map.sources.map((source) =>
      path.relative(root, path.resolve(folder, source)).replaceAll('\\', '/'),
    );
    writeFileSync(file.replace(/\.map$/, '.lines'), lineTableFile(lineTableOf({ ...map, sources })));
    rmSync(file);
  }
}

interface Made {
  readonly bundle: Bundle;
  readonly root: string;
  readonly files: readonly BundledFile[];
}

function putInPlace(making: string, { bundle, root, files }: Made): void {
  const id = hashOf(files.map(({ file, content }) => `${file} ${content}\n`).join(''));
  const folder = `${bundle.name}-${id}`;
  const place = path.join(root, bundlesFolder, folder);
  try {
    renameSync(making, place);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(place)) throw error;
  }
  writeState(root, bundle.name, { folder, files });
  removeUnused(root);
}

if (import.meta.main) {
  const [program, root] = process.argv.slice(2);
  await makeBundle(program === undefined ? serverBundle : bundleOf(program), root);
}
