import type { Candle, Level, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import type { PlatformRates } from '#protocol/market-data/entities/platform-rates.ts';
import type { ContractView } from '#protocol/contracts/entities.ts';
import type { ChatAct, ChatMessage } from '#protocol/chat/entities.ts';
import type { OptionCycle, OptionRound } from '#protocol/options/entities.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import type { Decimal } from '../decimal.ts';
import type { Code } from '../codes.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { intervals } from '#protocol/market-data/intervals.ts';
import { optionCycles } from '../limits.ts';
import type { AccountUpdate } from './account-fields.ts';

/**
 * The stream (`/stream`, a WebSocket, JSON text frames).
 *
 * A client sends one `ClientFrame` per message. The server sends arrays of `ServerFrame`: all that became
 * due for the socket within one tick, in one write. A topic starts with a snapshot; each delta's `seq` is
 * one more than what came before it. A client that sees a gap sends `resync` for the topic and drops deltas
 * until the snapshot comes.
 */
export type Topic =
  | 'tickers'
  | 'account'
  /** Which set of articles is served; it changes when the operator pushes another. */
  | 'content'
  /** Which products are switched on; it changes when an operator stops or switches one. */
  | 'offer'
  /** The platform rates that count: units of fiat currencies for one USDT, for display. */
  | 'rates'
  /** Whether orders and transfers are taken, or paused while the exchange restores its records. */
  | 'health'
  /** A group of the chat, for those who may read it: `chat:1`. */
  | `chat:${string}`
  /** Prices, state and book of a contract: `contract:BTCPERP`. */
  | `contract:${string}`
  /** Rounds of a coin and a cycle in seconds, with the line of its index: `round:BTC:60`. */
  | `round:${string}:${OptionCycle}`
  /** The best adverts of a coin, a currency and a side, which is what their merchants do: `adverts:USDT:CNY:sell`. */
  | `adverts:${string}`
  /** Of a pair, an index or a contract: `ticker:BTCUSDT`, `kline:BTCPERP:15m`. */
  | `ticker:${string}`
  | `depth:${string}`
  | `trades:${string}`
  | `kline:${string}:${Interval}`;

/** What a client may say. The token authenticates the connection in a message, never in the address. */
export type ClientFrame =
  | { readonly op: 'auth'; readonly token: string | null; /** Comes back in the answer. */ readonly id?: number }
  | { readonly op: 'subscribe'; readonly topics: readonly Topic[] }
  | { readonly op: 'unsubscribe'; readonly topics: readonly Topic[] }
  | { readonly op: 'resync'; readonly topic: Topic }
  /**
   * Does something in the chat. The answer comes when it is durable; sent again with the same `id` it has no second
   * effect. `id` of what is said is the message's key.
   */
  | { readonly op: 'chat'; readonly id: string; readonly act: ChatAct }
  /** Heartbeat, every 5 s; `at` comes back in the pong. */
  | { readonly op: 'ping'; readonly at: number };

/** Levels of the book: all that are published in a snapshot, the changed ones in a delta (`0` removes). */
export interface DepthUpdate {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /**
   * While a call auction runs, in every frame: the price and the quantity that would trade if it ended now; nothing
   * would at a price of null. Bids may reach asks meanwhile.
   */
  readonly auction?: { readonly price: Decimal | null; readonly amount: Decimal };
}

/**
 * Rounds of one coin and cycle: the one that takes entries, the one in progress, the last one that ended. In a delta
 * the changed ones and the new points of the index line.
 */
export interface RoundUpdate {
  readonly rounds: readonly OptionRound[];
  /** Server time and price of the index, oldest first. */
  readonly line: readonly (readonly [at: number, price: string])[];
}

/**
 * A group of the chat: the newest messages in a snapshot, new and changed ones in a delta, oldest first. Numbers leave
 * no gap; who misses some asks for them with `GET getChatList` and `after`.
 */
export interface ChatUpdate {
  readonly messages: readonly ChatMessage[];
  /** In a snapshot: older messages that were removed of late, for those who hold them. */
  readonly removed?: readonly number[];
}

/** What changes of an advert while it is listed, and what tells a new one apart. */
export interface BoardAdvert {
  readonly id: string;
  readonly merchant: string;
  /** Of one coin. */
  readonly price: Decimal;
  /** Coins that can still be ordered. */
  readonly available: Decimal;
  /** The least and the most of one order, in the currency. */
  readonly min: Decimal;
  readonly max: Decimal;
  readonly methods: readonly PaymentMethod[];
}

/**
 * The best adverts of one coin, currency and side, at most as many as `boardAdvertsPublished`: all of them in a
 * snapshot; new and changed ones in a delta, with those that are no longer among them.
 */
export interface BoardUpdate {
  readonly adverts: readonly BoardAdvert[];
  readonly gone: readonly string[];
  /** Whether there are more, behind these. */
  readonly more: boolean;
}

/**
 * How the exchange's records are. While they are `degraded`, what is in memory is served, and nothing that is asked for
 * is done; accounts stand as they stood at `since`, in epoch milliseconds of the server.
 */
export interface StoreHealthUpdate {
  readonly store: 'ready' | 'degraded';
  readonly since: number;
}

/** The payload of each kind of topic. */
export interface TopicPayloads {
  tickers: readonly Ticker[];
  account: AccountUpdate;
  ticker: Ticker;
  depth: DepthUpdate;
  /** Newest first in a snapshot, oldest first in a delta. */
  trades: readonly Trade[];
  /** Snapshot and delta are the running candle; a later start than before begins a new one. */
  kline: Candle;
  round: RoundUpdate;
  adverts: BoardUpdate;
  chat: ChatUpdate;
  /** Whole in every frame. */
  contract: ContractView;
  /** Whole in every frame. */
  content: { readonly digest: string };
  /** Whole in every frame. */
  offer: { readonly version: string };
  /** Whole in every frame. */
  rates: PlatformRates;
  /** Whole in every frame. */
  health: StoreHealthUpdate;
}

/** The kind of a topic: the part before its first colon. */
export type TopicKind = keyof TopicPayloads;

export type TopicFrame<Kind extends TopicKind = TopicKind> = {
  readonly topic: Topic;
  /** Snapshot or delta. */
  readonly is: 'snapshot' | 'delta';
  readonly seq: number;
  readonly data: TopicPayloads[Kind];
};

/** The answer to a `chat` frame: on success the message as stored, else the data its code needs. */
export interface ChatAnswer {
  readonly op: 'chat';
  readonly id: string;
  readonly code: Code;
  readonly data: ChatMessage | { readonly retryAfterMs?: number; readonly until?: number } | null;
}

/** What the server says. `now` is server time in epoch milliseconds. */
export type ServerFrame =
  | { readonly op: 'hello'; readonly epoch: string; readonly now: number }
  | { readonly op: 'pong'; readonly at: number; readonly now: number }
  /** The answer to `auth`, with its `id`; when the session is revoked it also comes unasked, without one. */
  | { readonly op: 'auth'; readonly signedIn: boolean; readonly id?: number }
  | { readonly op: 'refused'; readonly topic: string | null; readonly code: Code }
  | ChatAnswer
  | TopicFrame;

const market = '[A-Z0-9]{4,16}';
const topicForm = new RegExp(
  `^(?:tickers|account|content|offer|rates|health|chat:\\d{1,18}|(?:contract|ticker|depth|trades):${market}|kline:${market}:(?:${Object.keys(intervals).join('|')})|round:[A-Z0-9]{2,10}:(?:${optionCycles.join('|')})|adverts:[A-Z0-9]{2,12}:[A-Z]{3}:(?:buy|sell))$`,
);

/** The kind of a topic, or null when the text has the form of none. Whether it is published the exchange knows. */
export function topicKind(topic: string): TopicKind | null {
  return topicForm.test(topic) ? (topic.split(':')[0] as TopicKind) : null;
}

/** Whether a topic belongs to the signed-in user: it is published to no one else, and dropped with the session. */
export function isPrivateTopic(topic: string): boolean {
  return topic === 'account' || topic.startsWith('chat:');
}
