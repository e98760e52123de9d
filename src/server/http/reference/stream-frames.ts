import * as v from 'valibot';
import { chatAct } from '#protocol/chat/entities.ts';
import { frameMaxBytes, heartbeatMs, topicsPerConnection, tryAgainLater } from '#protocol/core/limits.ts';
import type { ClientFrame, ServerFrame } from '#protocol/core/stream/channels.ts';

/** A frame: an example, and what it does or says. */
export interface FrameFacts {
  readonly meaning: string;
  readonly example: object;
  /** What it carries beside its `op`, where a schema says more than the example. */
  readonly carries?: v.GenericSchema;
}

/** Every frame that a client may send, one to a message. */
export const clientFrames: { readonly [Op in ClientFrame['op']]: FrameFacts } = {
  auth: {
    meaning: 'Signs the connection in, or out with a null token. The answer carries the same `id`.',
    example: { op: 'auth', token: '…', id: 1 },
  },
  subscribe: {
    meaning: 'Subscribes to topics. Each starts with a snapshot, or is refused with a code.',
    example: { op: 'subscribe', topics: ['ticker:BTCUSDT', 'account'] },
  },
  unsubscribe: {
    meaning: 'Ends subscriptions.',
    example: { op: 'unsubscribe', topics: ['ticker:BTCUSDT'] },
  },
  resync: {
    meaning: 'Asks for a new snapshot of a topic, after a gap in its `seq`. Drop its deltas until the snapshot comes.',
    example: { op: 'resync', topic: 'depth:BTCUSDT' },
  },
  chat: {
    meaning:
      'Does something in the chat. The answer comes when it is durable; sent again with the same `id` it has no second effect.',
    example: { op: 'chat', id: 'c2f1a9d07b3e4f58', act: { do: 'say', group: '1', text: 'Good morning' } },
    carries: v.object({ act: chatAct }),
  },
  ping: {
    meaning: `Heartbeat, every ${heartbeatMs / 1_000} seconds; \`at\` comes back in the pong.`,
    example: { op: 'ping', at: 1_795_350_000_000 },
  },
};

/** The name of a server frame: its `op`, or `topic` for the frames of topics, which have none. */
type ServerFrameName = Extract<ServerFrame, { op: string }>['op'] | 'topic';

/** Every frame that the server sends, in arrays: all that became due within one tick. */
export const serverFrames: { readonly [Name in ServerFrameName]: FrameFacts } = {
  hello: {
    meaning: 'The first frame. A new `epoch` means that the exchange was started again.',
    example: { op: 'hello', epoch: 'k3v9', now: 1_795_350_000_000 },
  },
  pong: {
    meaning: 'The answer to a ping, with the server’s time.',
    example: { op: 'pong', at: 1_795_350_000_000, now: 1_795_350_000_012 },
  },
  auth: {
    meaning: 'The answer to `auth`. Without an `id`: the session was revoked.',
    example: { op: 'auth', signedIn: true, id: 1 },
  },
  refused: {
    meaning: 'A topic or a frame was refused, with a code of the catalogue.',
    example: { op: 'refused', topic: 'account', code: 1001 },
  },
  chat: {
    meaning: 'The answer to `chat`: with code 200 the message as it stands, else the facts that its code calls for.',
    example: { op: 'chat', id: 'c2f1a9d07b3e4f58', code: 2045, data: { retryAfterMs: 4_000 } },
  },
  topic: {
    meaning:
      'A snapshot or a delta of a topic. Each delta’s `seq` is one more than what came before it; after a gap send `resync`.',
    example: { topic: 'trades:BTCUSDT', is: 'delta', seq: 42, data: [] },
  },
};

/** Bounds of a connection, in words. */
export const streamBounds: readonly string[] = [
  `A frame has at most ${frameMaxBytes / 1_024} KB.`,
  `A connection holds at most ${topicsPerConnection} topics.`,
  `A connection that is silent for about ${Math.round((3 * heartbeatMs + 1_000) / 1_000)} seconds is dropped.`,
  'Connections and frames of one user and of one address are limited; a reader that falls behind is dropped and starts again from snapshots.',
];

/** What the exchange closes a connection with. */
export const closeCodeMeanings: Readonly<Record<number, string>> = {
  1001: 'The exchange is going down: connect again.',
  1008: 'Too many frames that make no sense.',
  1009: 'A frame was too large.',
  1011: 'The exchange failed: connect again.',
  [tryAgainLater]: 'Too many connections, or too much asked: wait longer before the next try.',
};
