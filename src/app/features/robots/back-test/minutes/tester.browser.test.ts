import { afterEach, expect, it } from 'vitest';
import { Tester } from './tester.ts';

const weeks = [0];
const open = { pair: 'BTCUSDT', tick: '0.01', weeks };
const testers: Tester[] = [];

function testerWith(begin: () => Worker): Tester {
  const tester = new Tester(begin);
  testers.push(tester);
  return tester;
}

const desk = () => new Worker(new URL('./back-test-worker.ts', import.meta.url), { type: 'module' });
const missing = () => new Worker('/there-is-no-such-file.js', { type: 'module' });

afterEach(() => {
  for (const tester of testers.splice(0)) tester.end();
});

it('fails what waits when its file cannot be fetched, and begins again with the next question', async () => {
  const begin = [missing, desk];
  const tester = testerWith(() => (begin.shift() ?? desk)());
  const both = await Promise.allSettled([tester.ask('open', open), tester.ask('open', open)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(tester.taken.get()).toBe(0);
  expect(await tester.ask('open', open)).toEqual([]);
  expect(tester.taken.get()).toBe(1);
});

it('begins nothing once its screen is gone', async () => {
  let begun = 0;
  const tester = testerWith(() => {
    begun += 1;
    return desk();
  });
  tester.end();
  await expect(tester.ask('open', open)).rejects.toThrow('is gone');
  expect(begun).toBe(0);
});
