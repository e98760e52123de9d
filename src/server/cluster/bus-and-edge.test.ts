import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { AskedCall, AskedCallWithForm, CallService } from '../core/asked-call.ts';
import { OutcomeUnknown } from '../core/failures/outcome-unknown.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import { createLogger } from '../core/log/log.ts';
import type { SessionHolder } from '../core/session-gate.ts';
import { createStoreHealth } from '../core/store/store-health.ts';
import { handAccounts, handTickers } from '../stream/testing-feeds.ts';
import { openEdgeLink } from './edge/open.ts';
import { type EngineLinkDeps, openEngineLink } from './engine/open.ts';
import { testIdentity } from './testing-announcements.ts';
import { testBus } from './testing-bus.ts';
import { packFrame, readFrame } from './bus/frame.ts';
import { patience } from '../../../tests/pace.ts';

const root = 'dunlin.practice';
const logger = createLogger('silent');

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An engine whose parts are driven by the test, and an edge that follows it. */
function open(given: Partial<EngineLinkDeps> = {}) {
  const bus = testBus();
  const tickers = handTickers(['BTCUSDT']);
  const accounts = handAccounts();
  const revoked = new Set<(sessionId: bigint) => void>();
  const doubts = new Set<() => void>();
  const guards = new Set<(userId: bigint | null, topic: Topic | null) => void>();
  const storeHealth = createStoreHealth(Date.now, 'ready', (error) => expect(error).toBeNull());
  const holder: SessionHolder = {
    userId: 9_007_199_254_740_993n,
    sessionId: 8n,
    verified: true,
    merchant: false,
    countries: ['CH'],
  };
  const service: CallService = {
    serve: (name, asked) =>
      Promise.resolve({ body: { code: 200, data: { name, asked }, msg: 'success', type: 'ok' }, lasts: false }),
  };
  const metrics = new Registry();
  const edge = openEdgeLink({ bus, root, clock: Date.now, logger, metrics });
  const engine = openEngineLink({
    bus,
    root,
    logger,
    service,
    sessions: {
      lookUp: (token, use) => Promise.resolve(token === 'known' && use === 'read' ? holder : null),
      onRevoked: (listener) => {
        revoked.add(listener);
        return () => revoked.delete(listener);
      },
    },
    tracer: null,
    lagMaxMs: 0,
    admitAddress: () => true,
    readFile: (owner, id) => Promise.resolve(id === 'own' ? Buffer.from(`file of ${owner}`) : null),
    readContentImage: (name) => Promise.resolve(name === 'a.jpg' ? Buffer.from([0xff, 0xd8]) : null),
    firstData: () => Promise.resolve('<script id="first">中</script>'),
    sources: [tickers],
    accounts,
    guarded: {
      mayHold: (userId, topic) => Promise.resolve(userId === 7n && topic === 'chat:1'),
      onChange: (listener) => {
        guards.add(listener);
        return () => guards.delete(listener);
      },
      act: () => Promise.reject(new Refusal('busyRetry', { retryAfterMs: 5 })),
    },
    onTopic: () => undefined,
    epoch: () => 1,
    identity: () => testIdentity,
    storeHealth,
    isReady: () => storeHealth.state === 'ready',
    onDoubtSettled: (listener) => {
      doubts.add(listener);
      return () => doubts.delete(listener);
    },
    ...given,
  });
  closing.push(
    () => edge.close(),
    () => engine.close(),
  );
  return { bus, edge, metrics, engine, tickers, accounts, revoked, doubts, guards, storeHealth, holder };
}

const asked: AskedCall = {
  requestId: 'request-1',
  authorization: 'Bearer known',
  idempotencyKey: 'a-key-of-a-test-1',
  deadline: '1700000000000',
  address: '203.0.113.1',
  isLocal: false,
  userAgent: 'test',
  origin: 'https://dunlin.example',
  country: 'CH',
  query: { state: 'current' },
  params: {},
  body: undefined,
};

describe('an edge and its engine', () => {
  it('serve a call as the edge read it', async () => {
    const { edge } = open();
    const { body, lasts } = await edge.call('GET currencyRecord', asked, null);
    const { body: absent, ...read } = asked;
    expect(absent).toBeUndefined();
    expect(JSON.parse(body as string)).toMatchObject({ data: { name: 'GET currencyRecord', asked: read } });
    expect(lasts).toBe(false);
  });

  it('serve nobody as if they were at the machine of the engine, whatever is said', async () => {
    const seen: boolean[] = [];
    const serve: CallService['serve'] = async (_name, { isLocal }) => {
      seen.push(isLocal);
      return { body: { code: 200, data: null, msg: 'success', type: 'ok' }, lasts: false };
    };
    const { bus, edge } = open({ service: { serve } });
    // As a message of an earlier edge, or of somebody else, says it.
    const request = bus.request.bind(bus);
    bus.request = (subject, payload, timeoutMs) => {
      const { head, body } = readFrame(payload) ?? { head: {}, body: '' };
      return request(subject, packFrame({ ...(head as object), isLocal: true }, body), timeoutMs);
    };
    await edge.call('GET currencyRecord', { ...asked, isLocal: true }, null);
    expect(seen).toEqual([false]);
  });

  it('bring a file with its call', async () => {
    const forms: unknown[] = [];
    const serve = async (_name: unknown, { readUpload }: AskedCallWithForm) => {
      forms.push(await readUpload?.());
      return { body: { code: 200, data: null, msg: 'success', type: 'ok' }, lasts: true } as const;
    };
    const { edge } = open({ service: { serve } });
    const file = { bytes: Buffer.from('a picture') };
    const answer = await edge.call('POST api/upload/img', asked, { fields: { kind: 'chat' }, file });
    expect(answer.lasts).toBe(true);
    expect(forms).toEqual([{ fields: { kind: 'chat' }, file }]);
  });

  it('count addresses at the engine', async () => {
    const counted: string[] = [];
    const admitAddress = (address: string) => counted.push(address) < 2;
    const { edge } = open({ admitAddress });
    await edge.admit('203.0.113.1');
    await expect(edge.call('GET currencyRecord', asked, null)).rejects.toThrow(RequestFault);
    expect(counted).toEqual(['203.0.113.1', '203.0.113.1']);
  });

  it('refuse calls as busy while the event loop of the engine lags, and serve them again afterwards', async () => {
    let served = 0;
    const serve = async () => {
      served += 1;
      return { body: { code: 200, data: null, msg: 'success', type: 'ok' }, lasts: false } as const;
    };
    const { edge } = open({ service: { serve }, lagMaxMs: 20 });
    const answerOf = () =>
      edge.call('POST currency', asked, null).then(
        ({ body }) => body,
        (error: unknown) => error,
      );
    // The delay is the mean of a second or of what is blocked: so long, that it is too much also where the test waited for
    // its turn most of a second. Where the second ends in the same pass of timers it counts in the next one, so that
    // another call finds it.
    await sleep(50);
    let answer: unknown = null;
    for (let turn = 0; turn < 3 && !(answer instanceof RequestFault); turn += 1) {
      for (const end = performance.now() + 3_000; performance.now() < end;);
      await sleep(50);
      answer = await answerOf();
    }
    expect(answer).toMatchObject({ statusCode: 503, codeName: 'busyRetry' });
    // What is asked for besides calls is answered, as one process does: sockets stay.
    expect(await edge.sessions.lookUp('known', 'read')).not.toBeNull();
    const servedBefore = served;
    await expect.poll(answerOf, patience).toContain('"code":200');
    expect(served).toBe(servedBefore + 1);
  });

  it('know sessions, files and what the page comes with', async () => {
    const { edge, holder } = open();
    expect(await edge.sessions.lookUp('known', 'read')).toEqual(holder);
    expect([await edge.sessions.lookUp('known'), await edge.sessions.lookUp('other', 'read')]).toEqual([null, null]);
    expect((await edge.readFile(7n, 'own'))?.toString()).toBe('file of 7');
    expect([await edge.readFile(7n, 'other'), await edge.readContentImage('b.jpg')]).toEqual([null, null]);
    expect(await edge.readContentImage('a.jpg')).toEqual(Buffer.from([0xff, 0xd8]));
    expect(await edge.firstData()).toBe('<script id="first">中</script>');
  });

  it('guard topics and refuse actions as the engine does', async () => {
    const { edge, guards } = open();
    expect([await edge.guarded.mayHold(7n, 'chat:1'), await edge.guarded.mayHold(8n, 'chat:1')]).toEqual([true, false]);
    await expect(edge.guarded.act(7n, 'act-1', { kind: 'say' })).rejects.toMatchObject({ data: { retryAfterMs: 5 } });
    const changes: unknown[] = [];
    closing.push(edge.guarded.onChange((userId, topic) => changes.push([userId, topic])));
    for (const changed of guards) changed(7n, 'chat:1');
    for (const changed of guards) changed(null, null);
    expect(changes).toEqual([
      [7n, 'chat:1'],
      [null, null],
    ]);
  });

  it('publish topics and accounts', async () => {
    const { edge, tickers, accounts } = open();
    const source = edge.sources.find(({ kind }) => kind === 'ticker');
    const feed = source?.open('ticker:BTCUSDT', () => undefined);
    await expect.poll(() => feed?.snapshot()).toMatchObject({ last: '1' });
    tickers.set('BTCUSDT', '2');
    await expect.poll(() => feed?.take()).toMatchObject({ last: '2' });
    const account = edge.accounts.open(7n, () => undefined);
    expect(await account.load()).toMatchObject({ unread: 0 });
    accounts.set(7n, 4);
    await expect.poll(() => account.take()).toMatchObject({ unread: 4 });
    feed?.close();
    account.close();
    await expect.poll(() => accounts.openUsers.size + tickers.opened.size).toBe(0);
  });

  it('find a change that was lost without a later one, from the lease', async () => {
    const { bus, edge, tickers, engine } = open();
    const feed = edge.sources.find(({ kind }) => kind === 'ticker')?.open('ticker:BTCUSDT', () => undefined);
    await expect.poll(() => feed?.snapshot()).not.toBeNull();
    bus.isLost = (subject) => subject.includes('.feed.');
    tickers.set('BTCUSDT', '2');
    await expect.poll(() => feed?.restarts?.(), { timeout: 10_000 }).toBe(true);
    bus.isLost = () => false;
    await expect.poll(() => feed?.snapshot()).toMatchObject({ last: '2' });
    expect(engine.feedCount).toBe(1);
  });

  it('announce what concerns all edges', () => {
    const { edge, revoked, doubts, storeHealth } = open();
    const seen: unknown[] = [];
    closing.push(
      edge.sessions.onRevoked((sessionId) => seen.push(sessionId)),
      edge.onAccountsInDoubt(() => seen.push('doubt')),
      edge.storeHealth.onChange((state) => seen.push(state)),
    );
    for (const end of revoked) end(8n);
    for (const settle of doubts) settle();
    storeHealth.set('degraded');
    expect([edge.isReady(), edge.hasEngine()]).toEqual([false, true]);
    storeHealth.set('ready');
    expect(seen).toEqual([8n, 'doubt', 'degraded', 'ready']);
    expect(edge.isReady()).toBe(true);
  });

  it('are measured: round trips, outcomes that are unknown, the epoch, and what waits for an engine', async () => {
    let isBroken = false;
    const serve: CallService['serve'] = () =>
      isBroken
        ? Promise.reject(new OutcomeUnknown('a commit'))
        : Promise.resolve({ body: { code: 200, data: null, msg: 'success', type: 'ok' }, lasts: false });
    const { bus, edge, engine, metrics } = open({ service: { serve }, epoch: () => 41 });
    const figure = async (line: string) => {
      const found = (await metrics.metrics()).split('\n').find((one) => one.startsWith(`dunlin_engine_${line} `));
      return Number(found?.slice(found.lastIndexOf(' ') + 1));
    };
    const unknown = async () => [
      await figure('unknown_outcomes_total{reason="answer"}'),
      await figure('unknown_outcomes_total{reason="engine"}'),
    ];
    const trips = () => figure('request_seconds_count{operation="call"}');
    await edge.call('GET currencyRecord', asked, null);
    await edge.call('POST currency', asked, null);
    expect([await trips(), await unknown(), await figure('epoch')]).toEqual([2, [0, 0], 41]);
    isBroken = true;
    await expect(edge.call('POST currency', asked, null)).rejects.toThrow(OutcomeUnknown);
    // What only reads changes nothing.
    await expect(edge.call('GET currencyRecord', asked, null)).rejects.toThrow(OutcomeUnknown);
    expect([await trips(), await unknown()]).toEqual([4, [0, 1]]);
    bus.isAnswerLost = () => true;
    const lost = edge.call('POST currency', asked, null);
    bus.connect(false);
    await expect(lost).rejects.toThrow(OutcomeUnknown);
    expect([await trips(), await unknown(), await figure('epoch')]).toEqual([4, [1, 1], 0]);
    const waiting = edge.call('POST currency', asked, null);
    expect(await figure('requests_waiting')).toBe(1);
    bus.isAnswerLost = () => false;
    isBroken = false;
    bus.connect(true);
    await waiting;
    expect(await figure('requests_waiting')).toBe(0);
    await engine.close();
  });

  it('end what was begun when the engine leaves, and begin nothing more', async () => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<CallService['serve']>>>();
    const { edge, engine } = open({ service: { serve: () => promise } });
    const begun = edge.call('POST currency', asked, null);
    await Promise.resolve();
    const closed = engine.close();
    expect([edge.hasEngine(), edge.storeHealth.state]).toEqual([false, 'ready']);
    await expect(edge.call('POST currency', asked, null)).rejects.toThrow('there is no engine');
    // What is begun waits for the next engine, and it is published when it does not any more.
    await expect.poll(() => edge.storeHealth.state).toBe('degraded');
    resolve({ body: { code: 200, data: null, msg: 'success', type: 'ok' }, lasts: false });
    expect(JSON.parse((await begun).body as string)).toMatchObject({ code: 200 });
    await closed;
  });
});
