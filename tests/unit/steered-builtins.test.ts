import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * A simulated run (docs/simulation.md) replaces the clock, timers and randomness of Node. What is named here is not
 * replaced, so code of the exchange that used it would behave differently each time.
 */
const around =
  /process\.hrtime|performance\.timeOrigin|AbortSignal\.timeout|crypto\.subtle|generateKey|new Worker\(|Atomics\.wait|node:zlib|node:dns/g;

/** Files that reach something outside, or are asked by a person, which no run does. */
const outside: Readonly<Record<string, readonly string[]>> = {
  'accounts/files/s3-requests.ts': ['AbortSignal.timeout'],
  'accounts/mail/transports.ts': ['AbortSignal.timeout'],
  'accounts/push/push-service.ts': ['AbortSignal.timeout'],
  'core/archives/archive-file.ts': ['node:zlib'],
  'http/compression.ts': ['node:zlib'],
  'http/reference/documents.ts': ['new Worker('],
  'markets/prices/exchanges-source.ts': ['new Worker('],
  'markets/rates/sourced-rates.ts': ['AbortSignal.timeout'],
};

const folder = path.join(import.meta.dirname, '../../src/server');

it('reads the clock, randomness and timers only where a simulated run replaces them', () => {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test\.ts$|testing/.test(file));
  const found = files.flatMap((file) => {
    const uses = new Set(readFileSync(path.join(folder, file), 'utf8').match(around) ?? []);
    return uses.size === 0 ? [] : [[file.replaceAll(path.sep, '/'), [...uses].toSorted()] as const];
  });
  expect(Object.fromEntries(found)).toEqual(outside);
});
