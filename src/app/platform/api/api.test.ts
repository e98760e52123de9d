import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { requestTimeoutMs } from '#protocol/core/limits.ts';
import { type AnswerAction, onAnswerAction } from './answer-actions.ts';
import { ApiRefusal, Unreachable, call, callAddress, sendMoneyCall } from './api.ts';
import { reachability } from '../offline/reachability.ts';
import { session } from '../session/session.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const sent: Sent[] = [];
const actions: AnswerAction[] = [];

/** Lets the next request be answered by `answer`; it may wait for the request's own signal. */
function answerWith(answer: (init: RequestInit) => Promise<Response> | Response): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer(init);
  });
}

function envelope(code: number, data: unknown = null, type = code === codes.success ? 'ok' : 'error'): Response {
  return new Response(JSON.stringify({ code, data, msg: '', type }));
}

const headerOf = ({ init }: Sent, name: string) => new Headers(init.headers).get(name);
const order = { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '1', amount: '2' } as const;

beforeEach(() => {
  sent.length = 0;
  actions.length = 0;
  vi.stubEnv('API_BASE', '/api/');
  onAnswerAction((action) => actions.push(action));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  session.set(null);
});

describe('addresses of calls', () => {
  it('fill the path from the input and put the rest of a GET into its query', () => {
    expect(callAddress('/api/', 'GET notice/info/{id}', { id: '7', language: 'en' })).toEqual({
      verb: 'GET',
      url: '/api/notice/info/7?language=en',
      body: undefined,
    });
    expect(callAddress('/api/', 'GET common/article', { key: 'a b/c', language: undefined }).url).toBe(
      '/api/common/article?key=a+b%2Fc',
    );
    expect(callAddress('/api/', 'POST login', { password: 'x' })).toEqual({
      verb: 'POST',
      url: '/api/login',
      body: '{"password":"x"}',
    });
  });
});

describe('calls', () => {
  it('answer the data of the envelope, with the token in a header and never in the address', async () => {
    session.set({ token: 'secret', account: '100000' });
    answerWith(() => envelope(200, { now: 5 }));
    expect(await call('GET common/sysTime', {})).toEqual({ now: 5 });
    expect(headerOf(sent[0] as Sent, 'authorization')).toBe('Bearer secret');
    expect(sent[0]?.url).not.toContain('secret');
    expect(reachability.get().reachable).toBe(true);
  });

  it('throw a refusal with its code, also for unknown codes', async () => {
    answerWith(() => envelope(codes.nicknameTaken, { hint: 1 }));
    await expect(call('PUT nickName', { nickname: 'wader' })).rejects.toMatchObject({ code: 2019, data: { hint: 1 } });
    answerWith(() => envelope(987_654));
    await expect(call('GET common/sysTime', {})).rejects.toBeInstanceOf(ApiRefusal);
    expect(actions).toEqual([]);
  });

  it.each([
    ['expired', 'expired'],
    ['999', '999'],
    ['998', '998'],
    ['997', '997'],
  ] as const)('lead where type %s says', async (type, action) => {
    answerWith(() => envelope(codes.unauthorized, null, type));
    await expect(call('GET info', {})).rejects.toBeInstanceOf(ApiRefusal);
    expect(actions).toEqual([action]);
  });

  it('ask for the transaction password after HTTP 401', async () => {
    const body = JSON.stringify({ code: 401, data: null, msg: '', type: 'error' });
    answerWith(() => new Response(body, { status: 401 }));
    const options = { key: 'k'.repeat(20), deadline: 5 };
    await expect(sendMoneyCall('POST currency', order, options)).rejects.toMatchObject({ code: 401 });
    expect(headerOf(sent[0] as Sent, 'idempotency-key')).toBe(options.key);
    expect(headerOf(sent[0] as Sent, 'idempotency-deadline')).toBe('0000000000005');
    expect(actions).toEqual(['transaction-password']);
    await expect(sendMoneyCall('POST currency', order, { ...options, silent: true })).rejects.toMatchObject({
      code: 401,
    });
    expect(actions).toEqual(['transaction-password']);
  });

  it('do not end a new session by a late answer to the old one', async () => {
    session.set({ token: 'old', account: '100000' });
    answerWith(() => {
      session.set({ token: 'new', account: '100000' });
      return envelope(codes.unauthorized, null, 'expired');
    });
    await expect(call('GET info', {})).rejects.toBeInstanceOf(ApiRefusal);
    expect(actions).toEqual([]);
  });

  it('take no answer, and what is not the exchange’s, as silence', async () => {
    answerWith(() => Promise.reject(new TypeError('failed to fetch')));
    await expect(call('GET common/sysTime', {})).rejects.toBeInstanceOf(Unreachable);
    expect(reachability.get().reachable).toBe(false);
    answerWith(() => new Response('<html>Welcome to our hotel</html>'));
    await expect(call('GET common/sysTime', {})).rejects.toBeInstanceOf(Unreachable);
  });

  it('give up after a minute', async () => {
    vi.useFakeTimers();
    answerWith(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const waiting = expect(call('GET common/sysTime', {})).rejects.toBeInstanceOf(Unreachable);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs);
    await waiting;
  });

  it('end with the caller’s own reason when it gives up', async () => {
    const stop = new AbortController();
    answerWith(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const waiting = call('GET common/sysTime', {}, { signal: stop.signal });
    stop.abort(new Error('left the screen'));
    await expect(waiting).rejects.toThrow('left the screen');
  });
});
