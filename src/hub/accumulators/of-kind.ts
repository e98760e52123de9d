import type { AccountUpdate } from '../../protocol/core/stream/account-fields.ts';
import { MergedAccount, type MergedInto } from '../../protocol/core/stream/account-merge.ts';
import type { TopicKind, TopicPayloads } from '../../protocol/core/stream/channels.ts';
import type { Accumulator } from './accumulator.ts';
import { messagesOf } from './chat-messages.ts';
import { candlesOf, depthOf, tickersOf, tradesOf } from './market-data.ts';
import { boardOf } from './fiat-board.ts';
import { roundsOf } from './option-rounds.ts';

/** Deposits, withdrawals and work orders that are held, each; screens ask the exchange for older ones. */
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
