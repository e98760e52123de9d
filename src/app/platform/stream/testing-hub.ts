import type { Topic } from '#protocol/core/stream/channels.ts';
import type { TopicUpdate } from '#hub/protocol.ts';
import { HubLink } from './hub-link.ts';
import { stream } from './stream.ts';

let generation: () => number = () => 0;
let sequence = 0;

/** A hub that a test plays: the stream is up, and nothing is sent anywhere. */
export function playHub(): void {
  const link = new HubLink({
    transports: [() => () => ({ send: () => undefined, close: () => undefined })],
    tab: 'tab',
    url: 'ws://exchange/stream',
    calls: 'http://exchange/api/',
    now: Date.now,
    visible: () => true,
    token: () => 'token',
    topics: stream.topics,
    received: (message) => stream.receive(message),
    lost: () => undefined,
  });
  stream.attach(link);
  generation = () => link.generation;
  stream.receive({ kind: 'connection', state: 'online', sinceMs: Date.now(), offsetMs: 0, polledAsOfMs: null });
}

/** The network blocks the stream, and what is shown is polled. */
export function playBlockedStream(asOfMs: number): void {
  stream.receive({ kind: 'connection', state: 'offline', sinceMs: asOfMs, offsetMs: 0, polledAsOfMs: asOfMs });
}

/** Sends the page an update of a topic, as the hub would. */
export function report(topic: Topic, data: object, is: 'snapshot' | 'delta' = 'snapshot'): void {
  sequence += 1;
  // The topic decides the shape of the data; a test pairs them by hand.
  const update = { topic, is, source: 'stream', seq: sequence, data } as unknown as TopicUpdate;
  stream.receive({ kind: 'updates', generation: generation(), updates: [update] });
}
