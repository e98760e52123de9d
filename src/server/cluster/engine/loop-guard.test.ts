import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { LoopGuard } from './loop-guard.ts';

const guards: LoopGuard[] = [];
afterEach(() => guards.splice(0).forEach((guard) => guard.close()));

function guardOf(delayMaxMs: number, onChange?: (isLate: boolean) => void): LoopGuard {
  const guard = new LoopGuard(delayMaxMs, onChange, 50);
  guards.push(guard);
  return guard;
}

/** Keeps the event loop busy, as work does that never yields. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('finds that the event loop is late, and that it is not any more', async () => {
  const changes: boolean[] = [];
  const guard = guardOf(100, (isLate) => changes.push(isLate));
  const unlimited = guardOf(0);
  await sleep(60);
  expect(guard.isLate).toBe(false);
  // The delay of one long turn counts by the turns beside it.
  for (let turn = 0; turn < 3 && !guard.isLate; turn += 1) {
    block(400);
    await sleep(1);
  }
  expect([guard.isLate, unlimited.isLate]).toEqual([true, false]);
  await expect.poll(() => guard.isLate).toBe(false);
  expect(changes).toEqual([true, false]);
});
