import { platformRates } from '#protocol/market-data/entities/platform-rates.ts';
import * as v from 'valibot';
import { balance } from '#protocol/wallets/entities/wallet.ts';
import { chatMessage } from '#protocol/chat/entities.ts';
import { contractOrder, contractPosition, contractView } from '#protocol/contracts/entities.ts';
import { deposit } from '#protocol/deposits/entities.ts';
import { candle, ticker, trade } from '#protocol/market-data/entities/market.ts';
import { optionRound } from '#protocol/options/entities.ts';
import { order } from '#protocol/spot/entities.ts';
import { verification } from '#protocol/accounts/entities/verification.ts';
import { withdrawal } from '#protocol/withdrawals/entities.ts';
import { ticket } from '#protocol/tickets/entities.ts';
import { paymentMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { decimal, id, timestamp } from '#protocol/core/fields.ts';
import type { TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';

/** One kind of topic: how it is addressed, who may subscribe, what it carries. */
interface TopicFacts<Payload = unknown> {
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
    delta: 'Changed levels. While a call auction runs every frame has `auction`: what would trade if it ended now.',
    payload: v.object({
      bids: v.array(level),
      asks: v.array(level),
      auction: v.optional(v.object({ price: v.nullable(decimal), amount: decimal })),
    }),
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
  adverts: {
    address: 'adverts:{coin}:{currency}:{side}',
    example: 'adverts:USDT:CNY:sell',
    meaning: 'The best adverts of fiat trading, by what their merchants do. They follow the index, once a second.',
    access: 'Anybody',
    snapshot: 'The best 60 adverts.',
    delta: 'New and changed ones, and the ids of those that are no longer among them.',
    payload: v.object({
      adverts: v.array(
        v.object({
          id,
          merchant: id,
          price: decimal,
          available: decimal,
          min: decimal,
          max: decimal,
          methods: v.array(paymentMethod),
        }),
      ),
      gone: v.array(id),
      more: v.pipe(v.boolean(), v.description('Whether there are more behind these.')),
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
  offer: {
    address: 'offer',
    example: 'offer',
    meaning:
      'Which products are switched on; it changes when an operator stops or switches one: ask for GET web/config.',
    access: 'Anybody',
    snapshot: 'The version of what is switched on.',
    delta: whole,
    payload: v.object({ version: v.string() }),
  },
  rates: {
    address: 'rates',
    example: 'rates',
    meaning: 'The platform rates that count: fiat values for display, as GET common/platformRate answers them.',
    access: 'Anybody',
    snapshot: 'All rates.',
    delta: whole,
    payload: platformRates,
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
    meaning: 'The user’s own account: orders, balances, deposits, withdrawals, positions, tickets.',
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
      workOrders: v.optional(v.array(ticket)),
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
