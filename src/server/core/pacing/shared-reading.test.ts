import { expect, it } from 'vitest';
import { sharedReading } from './shared-reading.ts';

it('answers everybody by one reading for a while, and reads again then, or once it is forgotten', async () => {
  let now = 1_000;
  let reads = 0;
  const ask = sharedReading(
    () => now,
    500,
    (at) => Promise.resolve(`${(reads += 1)} at ${at}`),
  );
  expect(await Promise.all([ask(), ask()])).toEqual(['1 at 1000', '1 at 1000']);
  now = 1_499;
  expect(await ask()).toBe('1 at 1000');
  now = 1_500;
  expect(await ask()).toBe('2 at 1500');
  ask.forget();
  expect(await ask()).toBe('3 at 1500');
  now = 200;
  expect(await ask()).toBe('4 at 200');
});

it('keeps no failure, and a late one ends no newer reading', async () => {
  let now = 0;
  const outcomes = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let nth = 0;
  const ask = sharedReading(
    () => now,
    500,
    () => outcomes[nth++]?.promise ?? Promise.resolve('third'),
  );
  const first = ask();
  now = 600;
  const second = ask();
  outcomes[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  outcomes[1]?.resolve('second');
  expect(await second).toBe('second');
  expect(await ask()).toBe('second');
});
