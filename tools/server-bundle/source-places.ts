import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'rolldown';
import { type BundledFile, hashOf, lookAt } from './bundle-state.ts';
import { nameOf } from './programs.ts';

/** What a source asks about its own place. */
const ownPlace = /\bimport\.meta\.(\w+)/g;
const commonPlace = /\b__(?:dirname|filename)\b/;
/** A thread that a source starts, by the first file of it. */
const startedThread = /new Worker\(new URL\('(\.{1,2}\/[\w./-]+\.ts)', import\.meta\.url\)/g;

/** Where a bundle is made. */
export interface BundlePlace {
  /** The project. */
  readonly root: string;
  /** From the folder of the bundle to the project, as in `../../../`. */
  readonly toRoot: string;
}

/** What was found in the sources of a bundle; files are named from the root of the project. */
export interface FoundSources {
  /** Each file as it was read. */
  readonly read: Map<string, BundledFile>;
  /** First files of threads, which are programs of the bundle too. */
  readonly threads: Set<string>;
}

/**
 * Reads the sources of a bundle and notes each as it was read. `import.meta` of a source names the source, not the
 * bundle: files beside it, such as migrations, are read where they are.
 *
 * @param found filled with what was found
 */
export function sourcePlaces({ root, toRoot }: BundlePlace, found: FoundSources): Plugin {
  return {
    name: 'source-places',
    load(id) {
      const [file = ''] = id.split('?');
      if (!path.isAbsolute(file)) return null;
      const own = path.relative(root, file).replaceAll('\\', '/');
      const code = noted(file, lookAt(root, own), found);
      if (!/\.[cm]?[jt]s$/.test(file)) return null;
      if (own.startsWith('node_modules/')) return packagePlaced(code, own, toRoot);
      for (const [, thread = ''] of code.matchAll(startedThread)) {
        const source = path.posix.join(path.posix.dirname(own), thread);
        if (found.threads.has(source)) continue;
        found.threads.add(source);
        this.emitFile({
          type: 'chunk',
          id: path.join(root, source),
          name: nameOf(source),
          fileName: programFile(source),
        });
      }
      return placed(code, own, toRoot);
    },
  };
}

/** The file of a bundle that holds a program, beside the one that Node is started with. */
export function programFile(program: string): string {
  return `${nameOf(program)}.program.mjs`;
}

function noted(file: string, before: BundledFile, { read }: FoundSources): string {
  const content = readFileSync(file);
  const hash = hashOf(content);
  // Changed between the two looks: its stamp proves nothing.
  read.set(before.file, hash === before.content ? before : { ...before, content: hash, stamp: null });
  return content.toString();
}

const builtIn = (module: string) => `process.getBuiltinModule("node:${module}")`;

/** What a source finds out about its place, by the names of `import.meta`. */
function placesOf(own: string, toRoot: string): ReadonlyMap<string, string> {
  const address = `new URL(${JSON.stringify(toRoot + own)}, import.meta.url)`;
  const file = `${builtIn('url')}.fileURLToPath(${address})`;
  return new Map([
    ['url', `${address}.href`],
    ['filename', file],
    ['dirname', `${builtIn('path')}.dirname(${file})`],
  ]);
}

function placed(code: string, own: string, toRoot: string): string {
  const places = placesOf(own, toRoot);
  const threads: string[] = [];
  return code
    .replaceAll(startedThread, (_text, thread: string) => {
      threads.push(nameOf(path.posix.join(path.posix.dirname(own), thread)));
      return 'new Worker(bundledThread(';
    })
    .replaceAll(ownPlace, (text, name: string) => {
      // Packages are found from the bundle as well.
      if (name === 'resolve') return text;
      const value = places.get(name);
      if (value === undefined) throw new Error(`${own} uses ${text}, which a bundle cannot tell`);
      return value;
    })
    .replaceAll('new Worker(bundledThread(', () => `new Worker(new URL('.//${threads.shift()}.mjs', import.meta.url)`);
}

/** Packages that know both kinds of modules ask for what they find. */
function packagePlaced(code: string, own: string, toRoot: string): string {
  const places = placesOf(own, toRoot);
  const replaced = code.replaceAll(ownPlace, (text, name: string) => places.get(name) ?? text);
  if (!commonPlace.test(code) || /^(?:import|export)\s/m.test(code)) return replaced;
  // On the first line, so that lines keep their numbers.
  return `var __filename = ${places.get('filename')}, __dirname = ${places.get('dirname')}; ${replaced}`;
}
