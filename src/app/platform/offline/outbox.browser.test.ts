import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { readDevice } from '../storage/device-store.ts';
import { enqueue, forgetWaiting, outboxFailuresMax, sendWaiting } from './outbox.ts';
import { outboxChanges, outboxMax, OutboxFull, waitingCount, waitingOf } from './outbox-store.ts';
import { exchangeAnswered, exchangeSilent } from './reachability.ts';
import { signIn } from '../session/sign-in.ts';
import { wipeDevice } from '../storage/wipe.ts';
import { patience } from '../../../../tests/pace.ts';

/** What the exchange was asked, in order. */
let asked: string[];
/** What it answers to one call; null for no answer. */
let answer: (path: string) => number | null;

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  asked = [];
  answer = () => codes.success;
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const path = url.replace(/^undefined/, '').replace(/\?.*$/, '');
    const code = answer(path);
    if (code === null) throw new TypeError('no network');
    asked.push(`${path} ${typeof request.body === 'string' ? request.body : ''}`.trim());
    const type = code === codes.success ? 'ok' : 'error';
    return new Response(JSON.stringify({ code, type, data: {}, msg: '' }));
  });
  signIn('token', '100007');
  exchangeSilent();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps writes on the device without a network, and sends them once and in order', async () => {
  answer = () => null;
  await enqueue('notice-read', { id: '5' });
  await enqueue('notices-read', { through: '9' });
  await enqueue('notice-read', { id: '12' });
  await sendWaiting();
  expect(asked).toEqual([]);
  expect(await waitingCount()).toBe(3);
  answer = () => codes.success;
  await Promise.all([sendWaiting(), sendWaiting()]);
  expect(asked).toEqual(['notice/info/5', 'notice/readAll {"through":"9"}', 'notice/info/12']);
  await sendWaiting();
  expect(asked).toHaveLength(3);
  expect(await readDevice('outbox.100007')).toBeUndefined();
});

it('sends at once when the exchange can be reached', async () => {
  exchangeAnswered(Date.now());
  await enqueue('notice-read', { id: '5' });
  await vi.waitFor(async () => expect(await waitingCount()).toBe(0), patience);
  expect(asked).toEqual(['notice/info/5']);
});

it('continues past a refusal, and stops when the network is lost', async () => {
  for (const id of ['1', '2', '3']) await enqueue('notice-read', { id });
  answer = (path) => (path.endsWith('/1') ? codes.notFound : path.endsWith('/2') ? codes.success : null);
  await sendWaiting();
  expect(asked).toEqual(['notice/info/1', 'notice/info/2']);
  expect(await waitingCount()).toBe(1);
});

it('gives up a write that breaks the exchange, not what comes after it', async () => {
  for (const id of ['1', '2']) await enqueue('notice-read', { id });
  answer = (path) => (path.endsWith('/1') ? codes.serverError : codes.success);
  for (let tried = 0; tried < outboxFailuresMax; tried += 1) await sendWaiting();
  expect(asked.filter((path) => path.endsWith('/1'))).toHaveLength(outboxFailuresMax);
  expect(asked.at(-1)).toBe('notice/info/2');
  expect(await waitingCount()).toBe(0);
});

it('keeps accounts apart and leaves nothing behind at log-out', async () => {
  await enqueue('notice-read', { id: '5' });
  signIn('another token', '100008');
  await sendWaiting();
  expect(asked).toEqual([]);
  await wipeDevice(new QueryClient());
  await enqueue('notice-read', { id: '6' });
  expect(await readDevice('outbox.100007')).toBeUndefined();
  expect(await readDevice('outbox.100008')).toBeUndefined();
});

it('takes no more than fits', async () => {
  for (let held = 0; held < outboxMax; held += 1) await enqueue('notice-read', { id: String(held) });
  await expect(enqueue('notice-read', { id: '9999' })).rejects.toThrow(OutboxFull);
  expect(await waitingCount()).toBe(outboxMax);
});

it('waits as long as a rate limit asks, without counting it as a failure of the write', async () => {
  let slowed = true;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^undefined/, '').replace(/\?.*$/, ''));
    const received = slowed
      ? { code: codes.busyRetry, data: { retryAfterMs: 120 } }
      : { code: codes.success, data: {} };
    return new Response(JSON.stringify({ ...received, type: slowed ? 'error' : 'ok', msg: '' }));
  });
  await enqueue('notice-read', { id: '5' });
  await sendWaiting();
  expect(await waitingOf('notice-read')).toMatchObject([{ input: { id: '5' }, refused: null }]);
  slowed = false;
  await vi.waitFor(async () => expect(await waitingCount()).toBe(0), patience);
  expect(asked).toEqual(['notice/info/5', 'notice/info/5']);
});

it('forgets a write that the user takes back', async () => {
  for (const id of ['1', '2']) await enqueue('notice-read', { id });
  const [first] = await waitingOf('notice-read');
  const before = outboxChanges.get();
  await forgetWaiting(first?.id ?? '');
  expect(outboxChanges.get()).toBeGreaterThan(before);
  await sendWaiting();
  expect(asked.map((line) => line.trim())).toEqual(['notice/info/2']);
});
