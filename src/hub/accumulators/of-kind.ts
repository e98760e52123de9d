import type { ChatMessage } from '#protocol/chat/entities.ts';
import { chatSnapshotSize, tradeListSizeMax } from '#protocol/core/limits.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { MergedAccount, type MergedInto } from '#protocol/core/stream/account-merge.ts';
import type {
  BoardAdvert,
  BoardUpdate,
  ChatUpdate,
  RoundUpdate,
  TopicKind,
  TopicPayloads,
  DepthUpdate,
} from '#protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulator.ts';
import type { Candle, Ticker, Trade } from '#protocol/market-data/entities/market.ts';

/** Candles of one topic that wait for a tab; more can only be behind a tab that does not draw at all. */
const candlesMax = 4;

function tickersOf(): Accumulator<readonly Ticker[]> {
  const held = new Map<string, Ticker>();
  return {
    add: (tickers) => {
      for (const ticker of tickers) held.set(ticker.pair, ticker);
    },
    read: () => [[...held.values()]],
    get size() {
      return held.size;
    },
  };
}

export function depthOf(keeps: MergedInto): Accumulator<DepthUpdate> {
  const bids = new Map<string, string>();
  const asks = new Map<string, string>();
  // Whole in every frame that has it.
  let auction: DepthUpdate['auction'];
  const put = (side: Map<string, string>, [price, amount]: readonly [string, string]) => {
    if (amount === '0' && keeps === 'state') side.delete(price);
    else side.set(price, amount);
  };
  return {
    add: (update) => {
      for (const level of update.bids) put(bids, level);
      for (const level of update.asks) put(asks, level);
      ({ auction } = update);
    },
    read: () => [{ bids: [...bids], asks: [...asks], ...(auction === undefined ? {} : { auction }) }],
    get size() {
      return bids.size + asks.size;
    },
  };
}

/** Snapshots are newest first, deltas oldest first (contract). */
function tradesOf(keeps: MergedInto): Accumulator<readonly Trade[]> {
  let held: readonly Trade[] = [];
  let begun = false;
  return {
    add: (trades) => {
      if (keeps === 'changes') held = [...held, ...trades].slice(-tradeListSizeMax);
      else if (begun) held = [...trades.toReversed(), ...held].slice(0, tradeListSizeMax);
      else held = trades.slice(0, tradeListSizeMax);
      begun = true;
    },
    read: () => [held],
    get size() {
      return held.length;
    },
  };
}

function candlesOf(keeps: MergedInto): Accumulator<Candle> {
  const held: Candle[] = [];
  return {
    add: (candle) => {
      // The last word on a candle that ended must reach the chart, so only the same candle is replaced.
      if (keeps === 'state' || held.at(-1)?.[0] === candle[0]) held.pop();
      held.push(candle);
      if (held.length > candlesMax) held.shift();
    },
    read: () => [...held],
    get size() {
      return held.length;
    },
  };
}

/** Rounds of a series that are held, and points of its line. */
const roundsMax = 5;
const linePointsMax = 450;

/** The newest word on each round; past the limit the oldest goes. */
function roundsOf(): Accumulator<RoundUpdate> {
  const rounds = new Map<string, RoundUpdate['rounds'][number]>();
  let line: RoundUpdate['line'] = [];
  return {
    add: (update) => {
      for (const round of update.rounds) rounds.set(round.id, round);
      const oldest = [...rounds.values()].toSorted((a, b) => b.strikeAt - a.strikeAt).slice(roundsMax);
      for (const { id } of oldest) rounds.delete(id);
      line = [...line, ...update.line].slice(-linePointsMax);
    },
    read: () => [{ rounds: [...rounds.values()], line }],
    get size() {
      return rounds.size + line.length;
    },
  };
}

/** The newest word on each advert; as changes, what left is remembered until it comes back. */
function boardOf(keeps: MergedInto): Accumulator<BoardUpdate> {
  const adverts = new Map<string, BoardAdvert>();
  const gone = new Set<string>();
  let more = false;
  return {
    add: (update) => {
      for (const id of update.gone) {
        adverts.delete(id);
        if (keeps === 'changes') gone.add(id);
      }
      for (const advert of update.adverts) {
        adverts.set(advert.id, advert);
        gone.delete(advert.id);
      }
      ({ more } = update);
    },
    read: () => [{ adverts: [...adverts.values()], gone: [...gone], more }],
    get size() {
      return adverts.size + gone.size;
    },
  };
}

/** Messages of a chat group that are held: older ones a screen asks the exchange for. */
const messagesMax = 2 * chatSnapshotSize;
/** Of removed ones, the numbers. */
const removedMax = 500;

/**
 * The newest word on each message. As a state the newest messages without a gap: a change of one that is older than what
 * is held says only that it is gone.
 */
function messagesOf(keeps: MergedInto): Accumulator<ChatUpdate> {
  const held = new Map<number, ChatMessage>();
  const gone = new Set<number>();
  return {
    add: ({ messages, removed = [] }) => {
      const [oldest = 0] = held.keys();
      for (const message of messages) {
        if (message.removed !== null) gone.add(message.number);
        // What is new has the greatest number, so the map stays in order.
        if (keeps === 'changes' || held.has(message.number) || message.number > oldest)
          held.set(message.number, message);
      }
      for (const number of removed) gone.add(number);
      if (keeps === 'changes') return;
      for (const number of held.keys()) {
        if (held.size <= messagesMax) break;
        held.delete(number);
      }
    },
    read: () => [
      {
        messages: [...held.values()].toSorted((a, b) => a.number - b.number),
        ...(gone.size > 0 ? { removed: [...gone].slice(-removedMax) } : {}),
      },
    ],
    get size() {
      return held.size;
    },
  };
}

/** Deposits, withdrawals and tickets that are held, each; screens ask the exchange for older ones. */
const byChangeMax = 50;

function latest<Payload>(): Accumulator<Payload> {
  let held: Payload | null = null;
  return {
    add: (payload) => {
      held = payload;
    },
    read: () => (held === null ? [] : [held]),
    get size() {
      return held === null ? 0 : 1;
    },
  };
}

function accountOf(keeps: MergedInto): Accumulator<AccountUpdate> {
  const held = new MergedAccount(keeps, byChangeMax);
  return {
    add: (update) => held.add(update),
    read: () => [held.read()],
    get size() {
      return held.size;
    },
  };
}

const ofKind: { readonly [Kind in TopicKind]: (keeps: MergedInto) => Accumulator<TopicPayloads[Kind]> } = {
  ticker: latest,
  tickers: tickersOf,
  depth: depthOf,
  trades: tradesOf,
  kline: candlesOf,
  account: accountOf,
  chat: messagesOf,
  round: roundsOf,
  adverts: boardOf,
  contract: latest,
  content: latest,
  offer: latest,
  rates: latest,
  health: latest,
};

/** An empty accumulator for a kind of topic. A `state` must be given a snapshot first. */
export function accumulator(kind: TopicKind, keeps: MergedInto): Accumulator {
  // The kind says which payload goes in; the caller adds frames of that kind alone.
  return ofKind[kind](keeps);
}
