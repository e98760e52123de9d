import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patience } from '../../../../tests/pace.ts';
import { type NatsProcess, type NatsUser, startNats } from '../../../../tests/faults/edges/nats-process.ts';
import { findProgram, natsServer } from '../../../../tools/programs/programs.ts';
import { createLogger } from '#server/core/log/log.ts';
import { type Bus, NoReply } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';
import { announcementsSubject, feedSubject, inboxSubject, operationSubject } from './subjects.ts';

const program = findProgram(natsServer);
const root = 'dunlin.practice';

/** What crosses NATS arrives within this. */
const arrivesWithinMs = 300;

describe.skipIf(program === null)('the users of the configuration that ships (needs nats-server)', () => {
  let nats: NatsProcess;
  const buses: Bus[] = [];

  beforeAll(async () => {
    nats = await startNats(program ?? '');
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await nats.stop();
  });

  async function connectAs(user: NatsUser): Promise<Bus> {
    const client = { name: user, inbox: inboxSubject(root, user) };
    const bus = openNatsBus(nats.urlOf(user), client, createLogger('silent'));
    buses.push(bus);
    await expect.poll(() => bus.isConnected, patience).toBe(true);
    return bus;
  }

  /** What is heard on subjects, whether or not it may be. */
  function hear(bus: Bus, ...subjects: readonly string[]): string[] {
    const heard: string[] = [];
    for (const subject of subjects)
      bus.subscribe(subject, (payload, _, on) => heard.push(`${on} ${Buffer.from(payload).toString()}`));
    return heard;
  }

  const text = (said: string) => Buffer.from(said);

  it('let an edge ask an engine, and hear announcements and changes', async () => {
    const [engine, edge] = [await connectAs('engine'), await connectAs('edge-1')];
    const heard = hear(edge, announcementsSubject(root), feedSubject(root, 'e', 'topic-depth:BTCUSDT'));
    engine.serve(operationSubject(root, 'e', 'call', '*'), (payload, answer) => answer?.(payload));
    await sleep(arrivesWithinMs);
    const answer = await edge.request(operationSubject(root, 'e', 'call', 'spot'), text('asked'), 5_000);
    expect(Buffer.from(answer).toString()).toBe('asked');
    engine.publish(announcementsSubject(root), text('here'));
    engine.publish(feedSubject(root, 'e', 'topic-depth:BTCUSDT'), text('changed'));
    await expect.poll(() => heard.length, patience).toBe(2);
  });

  it('let no edge announce itself as an engine, nor answer for one, nor say anything to another edge', async () => {
    const [engine, edge, other] = [await connectAs('engine'), await connectAs('edge-1'), await connectAs('edge-2')];
    const everything = hear(
      engine,
      `${root}.announcements`,
      `${root}.workers.*`,
      `${root}.duty.>`,
      `${root}.changes.*`,
    );
    const heard = hear(other, announcementsSubject(root), `${root}.feed.>`, `${inboxSubject(root, 'edge-2')}.>`);
    edge.serve(operationSubject(root, 'f', 'call', '*'), (payload, answer) => answer?.(payload));
    await sleep(arrivesWithinMs);
    const subjects = [
      announcementsSubject(root),
      feedSubject(root, 'e', 'account-7'),
      `${inboxSubject(root, 'edge-2')}.x.y`,
      `${root}.workers.spot`,
      `${root}.duty.spot.BTCUSDT`,
      `${root}.changes.spot`,
    ];
    for (const subject of subjects) edge.publish(subject, text('forged'));
    const asked = other.request(operationSubject(root, 'f', 'call', 'spot'), text('asked'), arrivesWithinMs);
    await expect(asked).rejects.toThrow();
    await sleep(arrivesWithinMs);
    // The broker itself tells the other edge that nobody listens.
    const forged = [...everything, ...heard].filter((line) => line.endsWith('forged'));
    expect([everything, forged]).toEqual([[], []]);
  });

  it('let no edge hear what another one asks or is answered', async () => {
    const [engine, edge, other] = [await connectAs('engine'), await connectAs('edge-1'), await connectAs('edge-2')];
    const inbox = inboxSubject(root, 'edge-1');
    const heard = hear(
      other,
      `${inbox}.>`,
      `${inbox}.*`,
      `${root}.inbox.>`,
      `${root}.engine.>`,
      'dunlin.>',
      '>',
      '_INBOX.>',
    );
    engine.serve(operationSubject(root, 'g', 'session'), (_, answer) => answer?.(text('a secret')));
    await sleep(arrivesWithinMs);
    const answer = await edge.request(operationSubject(root, 'g', 'session'), text('a token'), 5_000);
    expect(Buffer.from(answer).toString()).toBe('a secret');
    await sleep(arrivesWithinMs);
    expect(heard).toEqual([]);
    // The inbox of another one is no place to be answered at either.
    const thief = openNatsBus(nats.urlOf('edge-2'), { name: 'thief', inbox }, createLogger('silent'));
    buses.push(thief);
    await expect.poll(() => thief.isConnected, patience).toBe(true);
    await expect(thief.request(operationSubject(root, 'g', 'session'), text('a token'), 500)).rejects.toThrow(NoReply);
  });
});
