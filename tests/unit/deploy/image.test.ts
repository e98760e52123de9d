import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../../import-lines.ts';
import { exists, read, root, settingNames, versions } from './files.ts';

/** The image of the exchange: `deploy/Containerfile` and `.dockerignore`. */

const text = read('deploy/Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '');
const stages = text.split(/^(?=FROM )/m).filter((stage) => stage.startsWith('FROM '));
const final = stages.at(-1) ?? '';

/** What a stage copies: paths of the project, or of another stage, and where they go. */
function copiesOf(stage: string): { from: string | null; sources: string[]; target: string }[] {
  return [...stage.matchAll(/^COPY (?:--from=(\w+) )?(.+)$/gm)].map(([, from = null, words = '']) => {
    const paths = words.split(' ');
    return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

const copied = copiesOf(text).flatMap(({ from, sources }) => (from === null ? sources : []));
const served = copiesOf(final).flatMap(({ from, sources }) => (from === null ? sources : []));
const isServed = (file: string) => served.some((source) => file === source || file.startsWith(`${source}/`));

it('is made of files that are there, and are not kept from it', () => {
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((source) => !exists(source))).toEqual([]);
  const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  expect(read('.dockerignore')).toMatch(/^\*$/m);
  expect(copied.filter((source) => !letIn.includes(source.split('/')[0] ?? ''))).toEqual([]);
  expect(letIn.filter((name) => !exists(name))).toEqual([]);
});

it('holds everything that its programs import', () => {
  const programs = ['tools/serve.ts', 'tools/production/ask-health.ts', 'src/server/operator/main.ts'];
  expect(final).toMatch(/^ENTRYPOINT \["node", "tools\/serve\.ts"\]$/m);
  const seen = new Set<string>();
  for (const waiting = [...programs]; waiting.length > 0;) {
    const file = waiting.pop() ?? '';
    if (seen.has(file)) continue;
    seen.add(file);
    if (!file.endsWith('.ts')) continue;
    const lines = importsOf(file, readFileSync(path.join(root, file), 'utf8'));
    waiting.push(...lines.filter(({ isPackage, typeOnly }) => !isPackage && !typeOnly).map(({ to }) => to));
  }
  expect(seen.size).toBeGreaterThan(500);
  expect([...seen].filter((file) => exists(file) && !isServed(file))).toEqual([]);
  // Read as they run, without an import.
  for (const folder of ['content', 'src/server/core/store/migrations']) {
    expect(globSync(`${folder}/**`, { cwd: root }).length).toBeGreaterThan(5);
    expect(isServed(folder)).toBe(true);
  }
});

it('builds the app from everything that names a build', () => {
  const app = stages.find((stage) => / AS app\n/.test(stage)) ?? '';
  const there = copiesOf(app).flatMap(({ sources }) => sources);
  const [, list = ''] = /const sources = \[([\s\S]*?)\]/.exec(read('tools/app-sources.ts')) ?? [];
  const needed = [...list.matchAll(/'([^']+)'/g)].map(([, source = '']) => source);
  expect(needed.length).toBeGreaterThan(10);
  expect(needed.filter((source) => !there.some((name) => source === name || source.startsWith(`${name}/`)))).toEqual(
    [],
  );
});

it('has the Node of the packages, and no tag that moves', () => {
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  expect(bases[0]).toMatch(new RegExp(`^docker\\.io/library/node:${versions().node}-\\w+-slim$`));
  expect(new Set(bases.slice(1))).toEqual(new Set(['base']));
});

it('runs as a user without rights, and knows the settings that it sets', () => {
  expect(/^USER (\S+)$/m.exec(final)?.[1]).toBe('1000:1000');
  const [, pairs = ''] = /^ENV (.+)$/m.exec(final) ?? [];
  const names = pairs.split(' ').map((pair) => pair.split('=')[0] ?? '');
  expect(names.filter((name) => name !== 'NODE_ENV' && !settingNames.has(name))).toEqual([]);
  expect(pairs).toContain(`PORT=${/^EXPOSE (\d+)$/m.exec(final)?.[1]} `);
  expect(pairs).toContain('HOST=0.0.0.0 ');
});

it('keeps secrets out', () => {
  const secrets = [...settingNames].filter((name) => /SEED|KEY|SECRET|PASSWORD|_URL$|HEADERS/.test(name));
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((name) => text.includes(name))).toEqual([]);
});
