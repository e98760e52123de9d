import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { createLogger } from '#server/core/log/log.ts';
import { Responder, type Served } from '../engine/responder.ts';
import { announcementOf } from '../testing-announcements.ts';
import { testBus } from '../testing-bus.ts';
import { packFrame } from '../bus/frame.ts';
import type { Received, Sent } from '../bus/operations.ts';
import { announcementsSubject, operationSubject } from '../bus/subjects.ts';
import { EngineClient } from './engine-client.ts';
import { engineCounts } from './engine-metrics.ts';
import { EngineWatch } from './engine-watch.ts';

const root = 'dunlin.practice';
const engine = 'engine-a';
const nextEngineWithinMs = 60;
const token = 'a-token-that-nobody-else-may-see';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const asked: Sent<'call'> = {
  name: 'POST transfer',
  requestId: 'request-1',
  authorization: `Bearer ${token}`,
  address: '203.0.113.1',
  userAgent: 'test',
  origin: null,
  country: null,
  body: { amount: '12345678901234567890.123' },
  upload: null,
};

type ServeCall = (input: Received<'call'>, body: Buffer) => Promise<string> | string;

function open(serveCall: ServeCall, payloadMaxBytes?: number) {
  const bus = testBus(payloadMaxBytes);
  const watch = new EngineWatch({ bus, root });
  const client = new EngineClient({ bus, root, watch, counts: engineCounts(new Registry()), nextEngineWithinMs });
  const unused = () => Promise.reject(new Error('not of this test'));
  const served = {
    ...Object.fromEntries(
      [
        'session',
        'admit',
        'file',
        'picture',
        'first-data',
        'topic',
        'account',
        'account-snapshot',
        'hold',
        'leave',
      ].map((name) => [name, unused]),
    ),
    'may-hold': unused,
    act: unused,
    call: async (input: Received<'call'>, body: Buffer) => ({
      head: { lasts: false },
      body: await serveCall(input, body),
    }),
  } as unknown as Served;
  const respondAs = (name: string) =>
    new Responder({ bus, root, engine: name, logger: createLogger('silent') }, served);
  const responder = respondAs(engine);
  const announce = (name = engine, epoch = 1, connections = 1) =>
    bus.publish(announcementsSubject(root), announcementOf({ engine: name, epoch, connections }));
  announce();
  closing.push(
    () => client.close(),
    () => watch.close(),
    () => responder.close(0),
  );
  const call = (more: object = {}, options: object = {}) =>
    client.ask('call', { ...asked, ...more }, { area: 'wallet', changes: true, timeoutMs: 200, ...options });
  return { bus, watch, client, responder, respondAs, announce, call };
}

describe('a request to the engine', () => {
  it('brings its input over exactly, and the answer back as text', async () => {
    const received: unknown[] = [];
    const { call } = open((input) => {
      received.push(input.body, input.query, 'query' in input);
      return '{"id":"9007199254740993"}';
    });
    const { head, body } = await call();
    expect([head, body.toString()]).toEqual([{ lasts: false }, '{"id":"9007199254740993"}']);
    expect(received).toEqual([{ amount: '12345678901234567890.123' }, undefined, false]);
  });

  it('names no secret and no person in its subject', async () => {
    const { bus, call } = open(() => '{}');
    await call();
    for (const subject of bus.subjects) expect(subject).not.toContain(token);
    expect([...bus.subjects]).toContain(operationSubject(root, engine, 'call', 'wallet'));
  });

  it('is refused as it was at the engine', async () => {
    const { call } = open(() => {
      throw new Refusal('insufficientWalletBalance', { missing: '5' });
    });
    await expect(call()).rejects.toMatchObject({ codeName: 'insufficientWalletBalance', data: { missing: '5' } });
  });

  it('was surely not done when there is no engine, or it does not hear', async () => {
    let calls = 0;
    const { bus, call, responder, watch } = open(() => String((calls += 1)));
    await responder.close(0);
    await expect(call()).rejects.toThrow(StoreUnavailable);
    expect(watch.active).toBeNull();
    await expect(call()).rejects.toThrow(StoreUnavailable);
    bus.connect(false);
    await expect(call()).rejects.toThrow(StoreUnavailable);
    expect(calls).toBe(0);
  });

  it('waits for the next engine when the one before it is just lost or does not hear, and is done once', async () => {
    let calls = 0;
    const { announce, call, client, responder, respondAs, watch } = open(() => String((calls += 1)));
    await responder.close(0);
    const unheard = call();
    await expect.poll(() => watch.active).toBeNull();
    const unsent = call();
    const next = respondAs('engine-b');
    closing.push(() => next.close(0));
    announce('engine-b', 2);
    const answers = await Promise.all([unheard, unsent]);
    expect(answers.map(({ body }) => body.toString()).toSorted()).toEqual(['1', '2']);
    await next.close(0);
    const late = call({}, { timeoutMs: 1 });
    await expect(late).rejects.toThrow(StoreUnavailable);
    const left = call();
    client.close();
    await expect(left).rejects.toThrow(StoreUnavailable);
    expect(calls).toBe(2);
  });

  it.each(['the request', 'the answer'])('has an unknown outcome when %s is lost', async (what) => {
    const { bus, call } = open(() => '{}');
    if (what === 'the request') bus.isLost = (subject) => subject.includes('.call.');
    else bus.isAnswerLost = () => true;
    await expect(call()).rejects.toThrow(OutcomeUnknown);
    // What only reads may simply be asked for again.
    await expect(call({}, { changes: false })).rejects.toThrow(StoreUnavailable);
  });

  it('has an unknown outcome as soon as the engine is lost that it was sent to', async () => {
    const { call, announce, watch } = open(() => new Promise(() => undefined));
    const lost = call({}, { timeoutMs: 60_000 });
    watch.gone(engine);
    await expect(lost).rejects.toThrow(OutcomeUnknown);
    announce();
    const takenOver = call({}, { timeoutMs: 60_000 });
    announce('engine-b', 2);
    await expect(takenOver).rejects.toThrow(OutcomeUnknown);
  });

  it('has an unknown outcome soon after the engine that it was sent to is connected to the broker again', async () => {
    const { call, announce } = open(() => new Promise(() => undefined));
    const lost = call({}, { timeoutMs: 60_000 });
    announce(engine, 1, 2);
    let isOver = false;
    const after = call({}, { timeoutMs: 60_000 }).finally(() => (isOver = true));
    after.catch(() => undefined);
    await expect(lost).rejects.toThrow(OutcomeUnknown);
    // What was sent on the connection that is back waits for its answer.
    announce(engine, 1, 2);
    await sleep(700);
    expect(isOver).toBe(false);
  });

  it('is served when its message and its answer are larger than the broker takes', async () => {
    const file = Buffer.alloc(100_000, 'file');
    const { announce, call, bus, watch } = open((_input, body) => JSON.stringify(body.toString()), 8_192);
    const { body } = await call({ upload: { fields: {} } }, { body: file });
    expect(JSON.parse(body.toString())).toBe(file.toString());
    // A part that is lost on the way there means that nothing was done; on the way back, that it was.
    bus.isAnswerLost = (subject) => subject.endsWith('put-part');
    const options = { body: file, timeoutMs: 200 };
    const unsent = call({}, options);
    setTimeout(() => watch.gone(engine), 100);
    await expect(unsent).rejects.toThrow(StoreUnavailable);
    announce();
    bus.isAnswerLost = (subject) => subject.endsWith('get-part');
    const lost = call({}, options);
    setTimeout(() => watch.gone(engine), 100);
    await expect(lost).rejects.toThrow(OutcomeUnknown);
  });

  it('is not served when its input breaks the schema', async () => {
    let calls = 0;
    const { bus } = open(() => String((calls += 1)));
    const subject = operationSubject(root, engine, 'call', 'wallet');
    for (const message of [packFrame({ ...asked, address: 5 }), packFrame({}), Buffer.from('x')]) {
      const answer = await bus.request(subject, message, 200);
      expect(Buffer.from(answer).toString()).toContain('"kind":"broken"');
    }
    expect(calls).toBe(0);
  });
});
