import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly engines?: unknown }>>;
};

test('npm under Node 20 installs the binary of the local EVM node', () => {
  // npm leaves an optional package out, without a word, when its `engines` ask for a newer Node than npm runs
  // on; ours runs it with the Node 24 that comes with the packages. So the lock file names no engines for it.
  const binaries = Object.entries(lock.packages).filter(([name]) => name.includes('@nomicfoundation/edr-'));
  expect(binaries.length).toBeGreaterThan(3);
  expect(binaries.filter(([, entry]) => entry.engines !== undefined).map(([name]) => name)).toEqual([]);
});
