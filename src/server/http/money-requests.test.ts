import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { OutcomeUnknown } from '../core/failures/outcome-unknown.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { AnswerOverdue } from './answer-deadlines.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import { answerFailure } from './failures.ts';
import { edgeForTest, handlersForTest } from './testing.ts';
import { patience, startWatch } from '../../../tests/pace.ts';

/** How calls that move money are served: one request of a key at a time, nothing new after its deadline. */

const token = 'a'.repeat(43);
const holder = { userId: 100_000n, sessionId: 7n, verified: false, merchant: false, countries: [] };
const lines: { readonly level: number; readonly msg: string; readonly reqId?: string; readonly ended?: string }[] = [];
const logger = pino(
  { level: 'warn' },
  { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
);
const done = new Set<string>();
let now = 1_000_000_000_000;
let work: (key: string) => Promise<void> = async () => {};
let begun = 0;

const app = edgeForTest({
  handlers: handlersForTest({
    'POST transfer': async (_input, { idempotencyKey }) => {
      begun += 1;
      await work(idempotencyKey);
      done.add(idempotencyKey);
      return { asset: 'USDT', from: 'spot', to: 'option', amount: '1', at: 1 };
    },
  }),
  sessions: { lookUp: async (given) => (given === token ? holder : null) },
  clock: () => now,
  wasDone: async ({ key }) => done.has(key),
  logger,
});
afterAll(() => app.close());
afterEach(() => {
  work = async () => {};
  lines.length = 0;
  begun = 0;
});

let made = 0;
const newKey = () => `money-ask-${String((made += 1)).padStart(10, '0')}`;

async function transfer(key: string, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/transfer',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, ...headers },
    payload: { asset: 'USDT', from: 'spot', to: 'option', amount: '1' },
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: unknown }>() };
}

it('executes requests in time, and nothing new after the deadline', async () => {
  const key = newKey();
  const late = { 'idempotency-deadline': String(now - 1) };
  expect(await transfer(key, late)).toMatchObject({
    status: 200,
    code: codes.busyRetry,
    data: { reason: 'deadline-passed' },
  });
  expect(begun).toBe(0);
  expect(await transfer(key, { 'idempotency-deadline': String(now) })).toMatchObject({ code: codes.success });
  now += 60_000;
  // Done before: the handler returns its stored answer.
  expect(await transfer(key, late)).toMatchObject({ code: codes.success });
  expect(await transfer(newKey(), { 'idempotency-deadline': 'tomorrow' })).toMatchObject({
    status: 400,
    code: codes.operationFailed,
  });
});

it('makes a second request of a key wait for the first, whatever its outcome', async () => {
  const key = newKey();
  let free: (value: void) => void = () => {};
  work = () =>
    new Promise<void>((resolve) => {
      free = resolve;
    });
  const first = transfer(key);
  const second = transfer(key, { 'idempotency-deadline': String(now - 1) });
  const other = transfer(newKey(), { 'idempotency-deadline': String(now - 1) });
  expect(await other).toMatchObject({ code: codes.busyRetry });
  await sleep(20);
  expect(begun).toBe(1);
  work = async () => {};
  free();
  // Only now it is known that the key did something: the second one is answered, not refused.
  expect(await first).toMatchObject({ code: codes.success });
  expect(await second).toMatchObject({ code: codes.success });

  const refused = newKey();
  work = async () => {
    work = async () => {};
    await sleep(20);
    throw new Refusal('insufficientWalletBalance');
  };
  const codesOf = (await Promise.all([transfer(refused), transfer(refused)])).map(({ code }) => code);
  expect(codesOf).toEqual([codes.insufficientWalletBalance, codes.success]);
});

it('answers an unknown outcome with 500 and no refusal, and logs it as a warning', async () => {
  work = async () => {
    throw new OutcomeUnknown('a transfer');
  };
  expect(await transfer(newKey())).toMatchObject({ status: 500, code: codes.serverError, data: null });
  expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
    { level: 40, msg: 'the outcome of a request is unknown' },
  ]);
});

it('answers a transfer that takes more than five seconds: its outcome is unknown', async () => {
  work = () => sleep(6_000, undefined, { ref: false });
  const watch = startWatch();
  const done = transfer(newKey());
  // Each takes the work that stands when it begins.
  await expect.poll(() => begun).toBe(1);
  work = async () => {
    await sleep(6_000, undefined, { ref: false });
    throw new Error('a bug behind the limit');
  };
  const failed = transfer(newKey());
  await expect.poll(() => begun).toBe(2);
  work = async () => {
    await sleep(6_000, undefined, { ref: false });
    throw new RequestFault(503, 'busyRetry', 'The call queue is late');
  };
  const busy = transfer(newKey());
  expect(await done).toMatchObject({ status: 500, code: codes.serverError });
  const { tookMs, allowedMs } = watch.stop();
  expect(tookMs).toBeGreaterThan(4_500);
  expect(tookMs).toBeLessThan(allowedMs(5_900));
  expect(await failed).toMatchObject({ status: 500, code: codes.serverError });
  expect(await busy).toMatchObject({ status: 500, code: codes.serverError });
  // A 500 has its line at once, and so has how the call ended; all of them with the request's id.
  const overdue = { level: 50, msg: 'a request was not answered in time' };
  expect(lines).toMatchObject([overdue, overdue, overdue]);
  await expect.poll(() => lines.length, patience).toBe(6);
  expect(lines.slice(3)).toMatchObject([
    { level: 40, msg: 'an overdue request ended', ended: 'done', reqId: lines[0]?.reqId },
    { level: 50, msg: 'an overdue request failed', reqId: lines[1]?.reqId },
    // A queue that is late is an answer like a refusal, no fault.
    { level: 40, msg: 'an overdue request ended', ended: 'busyRetry', reqId: lines[2]?.reqId },
  ]);
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(3);
  expect(lines[0]?.reqId).toMatch(/^[0-9a-f-]{36}$/);
}, 15_000);

it('never reports a timed-out write as not done; a read may be retried', () => {
  const answered = (method: string) => {
    const sent: unknown[] = [];
    const reply = {
      header: () => reply,
      removeHeader: () => reply,
      status: (status: number) => {
        sent.push(status);
        return reply;
      },
      send: (body: { code: number }) => {
        sent.push(body.code);
        return reply;
      },
    };
    const limit = new AnswerOverdue(5_000);
    const request = { method, log: { warn: () => {}, error: () => {} }, routeOptions: { url: '/' } };
    answerFailure(limit, request as never, reply as never);
    return sent;
  };
  expect(answered('POST')).toEqual([500, codes.serverError]);
  expect(answered('GET')).toEqual([503, codes.busyRetry]);
});
