import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readState } from '../../../tools/server-bundle/bundle-state.ts';
import { standingProgram } from '../../../tools/server-bundle/bundled-program.ts';
import { makeBundle } from '../../../tools/server-bundle/make-bundle.ts';
import { bundleOf, bundlesFolder, projectRoot } from '../../../tools/server-bundle/programs.ts';

/** Bundles of a small project: always of the sources as they are, with traces that name them. */

const program = 'src/program.ts';
const bundle = bundleOf(program);
let root = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'dunlin-bundle-')));
  mkdirSync(path.join(root, 'src'));
  // How a bundle is made decides on it too, and what names the sources in traces runs in it.
  cpSync(path.join(projectRoot, 'tools/server-bundle'), path.join(root, 'tools/server-bundle'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('src/beside.txt', 'beside the source');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(async () => {
  write(
    program,
    [
      "import { readFileSync } from 'node:fs';",
      "import { spoken, type Word } from './words.ts';",
      '',
      "const beside = readFileSync(new URL('beside.txt', import.meta.url), 'utf8');",
      'const word: Word = spoken();',
      "if (process.argv[2] === 'fail') (await import('./failing.ts')).fail();",
      'process.stdout.write(`${word}, ${beside}, ${import.meta.dirname}`);',
    ].join('\n'),
  );
  write('src/words.ts', "export type Word = string;\nexport const spoken = (): Word => 'one';\n");
  write(
    'src/failing.ts',
    [
      'interface Reason {',
      '  readonly text: string;',
      '}',
      '',
      'export function fail(reason: Reason = { text: "on purpose" }): never {',
      '  const text = reason.text;',
      '',
      '  throw new Error(',
      '    text,',
      '  );',
      '}',
    ].join('\n'),
  );
  await makeBundle(bundle, root);
});

it('runs as the sources do: files beside a source are found', () => {
  expect(run()).toBe(`one, beside the source, ${path.join(root, 'src')}`);
});

it('can be run by whoever can read the project', () => {
  expect(statSync(path.dirname(found())).mode).toBe(statSync(path.join(root, 'src')).mode);
});

it('is found again as long as nothing changed, though files were touched', () => {
  const before = standingProgram(program, root);
  expect(before).not.toBeNull();
  const later = new Date(Date.now() + 5_000);
  utimesSync(path.join(root, 'src/words.ts'), later, later);
  expect(standingProgram(program, root)).toBe(before);
});

it.each([program, 'src/words.ts', 'src/failing.ts', 'package.json', 'tools/server-bundle/programs.ts'])(
  'is stale when %s changed, also by one letter within the same size and time',
  async (file) => {
    const place = path.join(root, file);
    const { mtime, size } = statSync(place);
    const before = standingProgram(program, root);
    const text = execFileSync('cat', [place], { encoding: 'utf8' });
    const changed =
      file === 'package.json' ? `{  "type":"module" }` : text.replace(/one|beside|purpose|Names/, swapped);
    expect(changed.length).toBe(text.length);
    writeFileSync(place, changed);
    utimesSync(place, mtime, mtime);
    expect(statSync(place).size).toBe(size);
    expect(standingProgram(program, root)).toBeNull();
    await makeBundle(bundle, root);
    const after = standingProgram(program, root);
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
    writeFileSync(place, text);
  },
);

it('compares contents only of files that changed a moment ago', async () => {
  await sleep(2_100);
  const before = standingProgram(program, root);
  const state = readState(root, bundle.name);
  expect(state?.files.filter(({ content, stamp }) => content !== null && stamp === null)).toEqual([]);
  expect(state?.files.length).toBeGreaterThan(10);
  const { mtimeMs, ino } = statSync(path.join(root, bundlesFolder, `${bundle.name}.json`));
  expect(standingProgram(program, root)).toBe(before);
  expect(statSync(path.join(root, bundlesFolder, `${bundle.name}.json`))).toMatchObject({ mtimeMs, ino });
  // Stamps of before prove nothing about what is written now.
  const place = path.join(root, 'src/words.ts');
  const { mtime } = statSync(place);
  write('src/words.ts', "export type Word = string;\nexport const spoken = (): Word => 'six';\n");
  utimesSync(place, mtime, mtime);
  expect(standingProgram(program, root)).toBeNull();
});

it('is stale when a source is gone', () => {
  rmSync(path.join(root, 'src/words.ts'));
  expect(standingProgram(program, root)).toBeNull();
});

it('names files and lines of the sources in traces', () => {
  const { stderr, status } = spawnSync(process.execPath, [found(), 'fail'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('Error: on purpose\n');
  expect(stderr).toMatch(new RegExp(`at (?:Module\\.)?fail \\(file://${root}/src/failing\\.ts:8\\)`));
  expect(stderr).toMatch(new RegExp(`at file://${root}/src/program\\.ts:6\\b`));
});

it('is whole when several processes make it at once, and nothing else is left', async () => {
  write('src/words.ts', "export type Word = string;\nexport const spoken = (): Word => 'two';\n");
  await Promise.all([makeBundle(bundle, root), makeBundle(bundle, root), makeBundle(bundle, root)]);
  expect(run()).toMatch(/^two, /);
  expect(readdirSync(path.join(root, bundlesFolder)).filter((name) => name.startsWith('making-'))).toEqual([]);
});

function swapped(word: string): string {
  return word.toUpperCase();
}

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), text);
}

function found(): string {
  const file = standingProgram(program, root);
  if (file === null) throw new Error('no bundle of the sources as they are');
  return file;
}

function run(): string {
  return execFileSync(process.execPath, [found()], { encoding: 'utf8' });
}
