import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { moneyDeadlineMs, moneySilenceMs, outcomeAskedMs } from '#protocol/core/limits.ts';
import { learnOffset } from '../api/server-clock.ts';
import { exchangeAnswered } from '../offline/reachability.ts';
import { signIn } from '../session/sign-in.ts';
import { wipeDevice } from '../storage/wipe.ts';
import { startChecking } from './checking.ts';
import { type EndState, leaveOutcome, onOutcomeEnded } from './endings.ts';
import { moneyCall } from '../api/api.ts';
import { type Outcome, outcomes } from './open-outcomes.ts';
import { outcomesMax, readOutcomes } from './outcome-store.ts';

/** A call that moves money, from the tap until it is known what became of it. */

interface Asked {
  readonly key: string;
  readonly deadline: string | null;
  readonly body: unknown;
}

/** How the exchange answers one request; null for no answer, 'never' for one that does not come. */
type Answer = { readonly code: number; readonly data?: unknown; readonly status?: number } | null | 'never';

let asked: Asked[];
let answers: Answer[];
const done: Answer = { code: codes.success, data: { order: { id: '1' } } };
const late: Answer = { code: codes.busyRetry, data: { reason: 'deadline-passed' } };
/** Timers of the app are the test's; locks are the browser's own and take a moment. */
const realTimeout = globalThis.setTimeout.bind(globalThis);
const lockMs = 10;
const storeKey = 'dunlin.outcomes.100007';

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  asked = [];
  answers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    const headers = new Headers(request.headers);
    asked.push({
      key: headers.get('idempotency-key') ?? '',
      deadline: headers.get('idempotency-deadline'),
      body: JSON.parse(request.body as string),
    });
    const answer = answers.shift() ?? null;
    if (answer === null) return Promise.reject(new TypeError('no network'));
    if (answer === 'never') {
      return new Promise((_resolve, reject) => {
        request.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
      });
    }
    const type = answer.code === codes.success ? 'ok' : 'error';
    const envelope = { code: answer.code, type, data: answer.data ?? null, msg: '' };
    return Promise.resolve(new Response(JSON.stringify(envelope), { status: answer.status ?? 200 }));
  });
  signIn('token', '100007');
  learnOffset(0);
  exchangeAnswered(Date.now());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const buy = (amount: string) =>
  moneyCall('POST currency', { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '1', amount });

/** Lets so much time pass, with the exchange in reach, and whatever a lock needs of real time. */
async function pass(milliseconds: number): Promise<void> {
  const moment = () => new Promise<void>((resolve) => void realTimeout(resolve, lockMs));
  await moment();
  for (let left = milliseconds; left > 0; left -= 500) {
    exchangeAnswered(Date.now());
    await vi.advanceTimersByTimeAsync(Math.min(500, left));
    await moment();
  }
}

async function endOf(promise: Promise<unknown>): Promise<{ end: string; value: unknown }> {
  return promise.then(
    (value) => ({ end: 'done', value }),
    (error: unknown) => ({ end: (error as Error).name, value: error }),
  );
}

describe('an answer', () => {
  it('ends it: nothing is stored, and the next one is another order', async () => {
    answers = [done, done, { code: codes.insufficientWalletBalance }];
    expect(await buy('1')).toEqual({ order: { id: '1' } });
    await buy('1');
    await expect(buy('1')).rejects.toMatchObject({ code: codes.insufficientWalletBalance });
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    expect(Number(asked[0]?.deadline)).toBeLessThanOrEqual(Date.now() + moneyDeadlineMs);
    expect(localStorage.getItem(storeKey)).toBeNull();
  });

  it.each([429, 503])('of HTTP %i means that nothing was done', async (status) => {
    answers = [{ code: codes.busyRetry, status }];
    await expect(buy('1')).rejects.toMatchObject({ code: codes.busyRetry });
    expect(outcomes.get()).toEqual([]);
  });
});

describe('no answer', () => {
  it.each([['no network', null] as const, ['a 500', { code: codes.serverError, status: 500 }] as const])(
    '(%s) is asked about with the same key and body until it is known',
    async (_name, first) => {
      answers = [first, first, { code: codes.busyRetry, status: 429 }, done];
      const bought = endOf(buy('1'));
      await pass(500);
      expect(outcomes.get()).toMatchObject([{ state: 'unknown', left: false }]);
      await pass(moneyDeadlineMs);
      expect(await bought).toEqual({ end: 'done', value: { order: { id: '1' } } });
      expect(asked.length).toBe(4);
      expect(new Set(asked.map((one) => JSON.stringify([one.key, one.body]))).size).toBe(1);
      expect(outcomes.get()).toEqual([]);
    },
  );

  it('for ten seconds is reported as unknown, while the first request is still pending', async () => {
    answers = ['never', done];
    let received = 0;
    const given = { type: 'limit', pair: 'BTCUSDT', side: 'sell', price: '1', amount: '1' } as const;
    const sold = endOf(moneyCall('POST currency', given, { onUnknown: () => (received += 1) }));
    await pass(moneySilenceMs - 500);
    expect([received, outcomes.get()[0]?.state]).toEqual([0, 'sent']);
    await pass(500);
    expect([received, outcomes.get()[0]?.state]).toEqual([1, 'unknown']);
    await pass(2_000);
    expect((await sold).end).toBe('done');
  });

  it('and a refusal later is no end before its deadline: an earlier request may still do it', async () => {
    answers = [null, { code: codes.insufficientWalletBalance }, late];
    const bought = endOf(buy('1'));
    await pass(moneyDeadlineMs - 2_000);
    expect(asked.length).toBe(2);
    expect(outcomes.get()).toMatchObject([{ state: 'unknown', refusal: { code: codes.insufficientWalletBalance } }]);
    await pass(40_000);
    expect(await bought).toMatchObject({ end: 'ApiRefusal', value: { code: codes.insufficientWalletBalance } });
    expect(asked[2]?.deadline).toBe('0000000000000');
  });

  it('makes the same thing asked for again the same order, and another thing another one', async () => {
    answers = [null, null, done, done];
    const first = endOf(buy('1'));
    const second = endOf(buy('2'));
    await pass(100);
    const again = endOf(buy('1'));
    await pass(5_000);
    expect((await Promise.all([first, second, again])).map(({ end }) => end)).toEqual(['done', 'done', 'done']);
    const amountsOf = Map.groupBy(asked, ({ key }) => key);
    expect([...amountsOf.values()].map((list) => new Set(list.map(({ body }) => JSON.stringify(body))).size)).toEqual([
      1, 1,
    ]);
  });

  it('releases the form, and the result is reported on its own', async () => {
    const ended: [string, EndState][] = [];
    const stop = onOutcomeEnded((outcome, state) => ended.push([outcome.key, state]));
    answers = [null];
    const bought = endOf(buy('1'));
    await pass(100);
    const key = outcomes.get()[0]?.key ?? '';
    leaveOutcome(key);
    expect((await bought).end).toBe('OutcomeLeft');
    answers = [done];
    await pass(5_000);
    expect(ended).toEqual([[key, 'done']]);
    // Stays until the user has seen it.
    expect(outcomes.get()).toMatchObject([{ state: 'done' }]);
    stop();
  });

  it('of something that needed a password is asked about without it, and nothing of it is written down', async () => {
    answers = [null, late, done];
    const input = { asset: 'USDT', chain: 'TEST', address: 'a', amount: '1', remark: 'r' };
    const sent = endOf(moneyCall('POST withdrawCoinApp', { ...input, transactionPassword: '864209' }));
    await pass(500);
    expect(localStorage.getItem(storeKey)).not.toContain('864209');
    await pass(20_000);
    // "Too late" of a question that could do nothing says nothing of the first request, which may be on its way.
    expect(await sent).toMatchObject({ end: 'done' });
    expect(asked[1]).toMatchObject({ body: input, deadline: '0000000000000' });
  });

  it('is bounded: past so many nothing more is sent', async () => {
    for (let nth = 0; nth < outcomesMax; nth += 1) void endOf(buy(String(nth + 1)));
    await pass(100);
    const sent = asked.length;
    expect((await endOf(buy('99'))).end).toBe('TooManyOpen');
    expect(asked.length).toBe(sent);
    await wipeDevice(new QueryClient());
    expect([outcomes.get(), localStorage.getItem(storeKey)]).toEqual([[], null]);
  });
});

describe('after the page was loaded again', () => {
  const kept = (more: Partial<Outcome>): Outcome => ({
    key: 'k'.repeat(32),
    call: 'POST currency',
    asked: { amount: '1' },
    about: {},
    intent: 'i',
    at: Date.now() - 60_000,
    deadline: Date.now() - 30_000,
    hasProof: false,
    state: 'sent',
    tries: 0,
    refusal: null,
    left: false,
    ...more,
  });
  const load = (outcome: Outcome) => {
    localStorage.setItem(storeKey, JSON.stringify([outcome]));
    startChecking();
    readOutcomes();
  };

  it('only asks what became of it: nothing is done that late', async () => {
    const ended: EndState[] = [];
    const stop = onOutcomeEnded((_outcome, state) => ended.push(state));
    answers = [{ code: codes.unauthorized }, late];
    load(kept({}));
    await pass(10_000);
    expect(asked.map(({ key, deadline }) => [key, deadline])).toEqual(
      Array.from({ length: 2 }, () => ['k'.repeat(32), '0000000000000']),
    );
    expect(ended).toEqual(['not-done']);
    stop();
  });

  it('gives up once the exchange may have forgotten it', async () => {
    load(kept({ at: Date.now() - outcomeAskedMs - 1 }));
    await pass(1_000);
    expect(asked).toEqual([]);
    expect(outcomes.get()).toMatchObject([{ state: 'unclear' }]);
  });

  it('asks in one tab at a time', async () => {
    let free: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const other = navigator.locks.request(`dunlin.outcome.${'k'.repeat(32)}`, () => held);
    answers = [done];
    load(kept({ state: 'unknown' }));
    await pass(3_000);
    expect(asked).toEqual([]);
    free();
    await other;
    await pass(10_000);
    expect(asked.length).toBe(1);
  });
});

it('sends nothing when the device knows that it has no network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect((await endOf(buy('1'))).end).toBe('NotSent');
  expect([asked, localStorage.getItem(storeKey)]).toEqual([[], null]);
  online.mockRestore();
});
