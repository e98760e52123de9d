import * as v from 'valibot';
import { balance } from '../../../protocol/entities/wallet.ts';
import { chatAct, chatMessage } from '../../../protocol/entities/chat.ts';
import { contractOrder, contractPosition, contractView } from '../../../protocol/entities/contract.ts';
import { deposit } from '../../../protocol/entities/deposit.ts';
import { candle, ticker, trade } from '../../../protocol/entities/market.ts';
import { optionRound } from '../../../protocol/entities/option.ts';
import { order } from '../../../protocol/entities/order.ts';
import { verification } from '../../../protocol/entities/verification.ts';
import { withdrawal } from '../../../protocol/entities/withdrawal.ts';
import { workOrder } from '../../../protocol/entities/work-order.ts';
import { decimal, timestamp } from '../../../protocol/fields.ts';
import { frameMaxBytes, heartbeatMs, topicsPerConnection, tryAgainLater } from '../../../protocol/limits.ts';
import type { ClientFrame, ServerFrame, TopicKind, TopicPayloads } from '../../../protocol/stream/channels.ts';

/** One kind of topic: how it is addressed, who may subscribe, what it carries. */
export interface TopicFacts<Payload = unknown> {
  /** As it is subscribed to, with its parts in braces. */
  readonly address: string;
  /** One that a client may send, as in `kline:BTCUSDT:15m`. */
  readonly example: string;
  readonly meaning: string;
  readonly access: 'Anybody' | 'Session' | 'Session, member of the group';
  readonly snapshot: string;
  readonly delta: string;
  readonly payload: v.GenericSchema<unknown, Payload>;
}

const level = v.pipe(
  v.tuple([decimal, decimal]),
  v.description('Price and quantity; quantity 0 in a delta removes the level.'),
);
const whole = 'The same, whole.';

/** Every kind of topic. A kind without an entry, or with a payload of another shape, does not compile. */
export const topicFacts: { readonly [Kind in TopicKind]: TopicFacts<TopicPayloads[Kind]> } = {
  tickers: {
    address: 'tickers',
    example: 'tickers',
    meaning: 'Tickers of all pairs.',
    access: 'Anybody',
    snapshot: 'All tickers.',
    delta: 'Those that changed.',
    payload: v.array(ticker),
  },
  ticker: {
    address: 'ticker:{market}',
    example: 'ticker:BTCUSDT',
    meaning: 'The ticker of a pair, an index or a contract.',
    access: 'Anybody',
    snapshot: 'The ticker.',
    delta: whole,
    payload: ticker,
  },
  depth: {
    address: 'depth:{pair}',
    example: 'depth:BTCUSDT',
    meaning: 'The order book of a pair.',
    access: 'Anybody',
    snapshot: 'All published levels, best first.',
    delta: 'Changed levels.',
    payload: v.object({ bids: v.array(level), asks: v.array(level) }),
  },
  trades: {
    address: 'trades:{pair}',
    example: 'trades:BTCUSDT',
    meaning: 'Public trades of a pair.',
    access: 'Anybody',
    snapshot: 'The latest, newest first.',
    delta: 'New ones, oldest first.',
    payload: v.array(trade),
  },
  kline: {
    address: 'kline:{market}:{interval}',
    example: 'kline:BTCUSDT:15m',
    meaning: 'The running candle of a pair, an index or a contract.',
    access: 'Anybody',
    snapshot: 'The running candle.',
    delta: 'The same, whole; a later start begins a new candle.',
    payload: candle,
  },
  contract: {
    address: 'contract:{contract}',
    example: 'contract:BTCPERP',
    meaning: 'Prices, state and book of a contract.',
    access: 'Anybody',
    snapshot: 'All of it.',
    delta: whole,
    payload: contractView,
  },
  round: {
    address: 'round:{coin}:{cycle}',
    example: 'round:BTC:60',
    meaning: 'Rounds of a coin of the options and a cycle in seconds, with the line of its index.',
    access: 'Anybody',
    snapshot: 'The round that takes entries, the one in progress and the last one that ended.',
    delta: 'Changed rounds and the new points of the line.',
    payload: v.object({
      rounds: v.array(optionRound),
      line: v.pipe(
        v.array(v.tuple([timestamp, decimal])),
        v.description('Server time and price of the index, oldest first.'),
      ),
    }),
  },
  content: {
    address: 'content',
    example: 'content',
    meaning: 'Which set of articles is served; it changes when the operator pushes another.',
    access: 'Anybody',
    snapshot: 'The digest of the set.',
    delta: whole,
    payload: v.object({ digest: v.string() }),
  },
  health: {
    address: 'health',
    example: 'health',
    meaning: 'Whether orders and transfers are taken, or paused while the exchange restores its records.',
    access: 'Anybody',
    snapshot: 'The state and since when.',
    delta: whole,
    payload: v.object({ store: v.picklist(['ready', 'degraded']), since: timestamp }),
  },
  account: {
    address: 'account',
    example: 'account',
    meaning: 'The user’s own account: orders, balances, deposits, withdrawals, positions, work orders.',
    access: 'Session',
    snapshot: 'All that is open or on its way.',
    delta: 'What changed. An order that is filled or cancelled leaves the open ones.',
    payload: v.object({
      orders: v.array(order),
      balances: v.array(v.omit(v.object(balance.entries), ['valuation'])),
      unread: v.pipe(v.nullable(v.number()), v.description('Unread notices; null when it did not change.')),
      deposits: v.optional(v.array(deposit)),
      withdrawals: v.optional(v.array(withdrawal)),
      positions: v.optional(v.array(contractPosition)),
      contractOrders: v.optional(v.array(contractOrder)),
      workOrders: v.optional(v.array(workOrder)),
      verification: v.optional(verification.entries.state),
    }),
  },
  chat: {
    address: 'chat:{group}',
    example: 'chat:1',
    meaning: 'A group of the chat. Message numbers leave no gap; `GET /getChatList` with `after` fills one.',
    access: 'Session, member of the group',
    snapshot: 'The newest messages, oldest first.',
    delta: 'New and changed messages.',
    payload: v.object({
      messages: v.array(chatMessage),
      removed: v.pipe(
        v.optional(v.array(v.number())),
        v.description('In a snapshot: numbers of older messages that were removed of late.'),
      ),
    }),
  },
};

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
export type ServerFrameName = Extract<ServerFrame, { op: string }>['op'] | 'topic';

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
    meaning: 'The answer to `chat`: with code 200 the message as it stands, else what the code needs to be told.',
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
