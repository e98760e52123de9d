import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallPacing, callPacingTerms, type CallPacingTerms } from './call-pacing.ts';
import { RequestFault } from '../core/failures/request-fault.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

function world(changes: Partial<CallPacingTerms> = {}) {
  const pacing = new CallPacing({ ...callPacingTerms(1_200), ...changes }, () => Date.now());
  const running: { readonly caller: bigint | string; readonly end: () => void }[] = [];
  const refused: number[] = [];
  const call = (caller: bigint | string, name: Parameters<CallPacing['run']>[0] = 'GET info') => {
    const work = () => new Promise<void>((end) => void running.push({ caller, end }));
    pacing.run(name, caller, work).catch((error: unknown) => {
      if (!(error instanceof RequestFault)) throw error;
      expect(error.codeName).toBe('busyRetry');
      refused.push(error.statusCode);
    });
  };
  const endAll = async () => {
    for (const { end } of running.splice(0)) end();
    await settle();
  };
  return { pacing, running, refused, call, endAll };
}

describe('calls that need the store', () => {
  test('one user holds no more slots than their share, and a visitor counts by address', async () => {
    const { running, call } = world({ callsAtOnce: 10, callsAtOncePerUser: 3 });
    for (let nth = 0; nth < 50; nth += 1) call(1n);
    for (let nth = 0; nth < 50; nth += 1) call('203.0.113.1');
    call(2n);
    await settle();
    expect(Map.groupBy(running, ({ caller }) => caller)).toMatchObject(
      new Map<bigint | string, object>([
        [1n, { length: 3 }],
        ['203.0.113.1', { length: 3 }],
        [2n, { length: 1 }],
      ]),
    );
  });

  test('with all slots taken they take turns by user, and a queue that is too long or too slow answers busy', async () => {
    const { running, refused, call, endAll } = world({
      callsAtOnce: 2,
      callsAtOncePerUser: 2,
      callsWaitingPerUser: 20,
      userUnitsBurst: 1_000,
    });
    for (let nth = 0; nth < 30; nth += 1) call(1n);
    call(2n);
    call(3n);
    await settle();
    expect(refused).toEqual(Array.from({ length: 8 }, () => 503));
    await endAll();
    expect(running.map(({ caller }) => caller)).toEqual([2n, 3n]);
    await vi.advanceTimersByTimeAsync(callPacingTerms(0).waitMaxMs);
    expect(refused.length).toBe(28);
  });

  test('an order bypasses the queue: its writer has one of its own', async () => {
    const { running, call } = world({ callsAtOnce: 1 });
    call(1n);
    call(1n);
    call(1n, 'POST currency');
    await settle();
    expect(running).toHaveLength(2);
  });
});

describe('budgets of users', () => {
  test('beyond the burst a user is throttled to the rate, and refused when that would take too long', async () => {
    const { running, refused, call, endAll } = world({ userUnitsPerSecond: 10, userUnitsBurst: 20, waitMaxMs: 1_000 });
    let served = 0;
    for (let nth = 0; nth < 200; nth += 1) {
      call(1n);
      await settle();
      served += running.length;
      await endAll();
    }
    // The burst, plus one into debt; the rest waits or is refused.
    expect(served).toBe(21);
    expect(new Set(refused)).toEqual(new Set([429]));
    for (let second = 0; second < 10; second += 1) {
      await vi.advanceTimersByTimeAsync(100);
      served += running.length;
      await endAll();
    }
    expect(served).toBeGreaterThan(25);
    expect(served).toBeLessThanOrEqual(32);
  });

  test('a call that costs more leaves less; another user and a visitor pay nothing for it', async () => {
    const { running, refused, call } = world({ userUnitsPerSecond: 10, userUnitsBurst: 20, waitMaxMs: 100 });
    for (let nth = 0; nth < 4; nth += 1) call(1n, 'POST checkChatPwd');
    await settle();
    expect(refused).toEqual([429]);
    const before = running.length;
    call(2n);
    call('203.0.113.1', 'POST login');
    await settle();
    expect(running.length).toBe(before + 2);
  });
});
