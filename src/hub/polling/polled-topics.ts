import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { tradeListSizeMax } from '#protocol/core/limits.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { type Topic, type TopicKind, topicKind, type TopicPayloads } from '#protocol/core/stream/channels.ts';
import { accountEveryMs, pricesEveryMs, rareEveryMs } from '../hub-limits.ts';
import { accountCalls, readAccount } from './polled-account.ts';
import { ownCall, type PolledAnswers, type PolledCall, publicCall } from './polled-call.ts';

/** How a kind of topic is made of calls. */
interface PolledKind<Kind extends TopicKind> {
  /** @param answers so far: one may tell that another call is needed */
  calls(topic: Topic, answers: PolledAnswers): readonly PolledCall[];
  /**
   * What the answers say of the topic, once each of its calls was answered; null when nothing.
   *
   * @param known what is held of the topic, also from the stream
   */
  read(topic: Topic, answers: PolledAnswers, known: TopicPayloads[Kind] | null): TopicPayloads[Kind] | null;
}

/** One answer for every pair, whichever of them are watched. */
const tickers = publicCall('GET common/huobiTicket', pricesEveryMs, {});
/** The board that has the tickers of the indices, which are no pairs. */
const indices = publicCall('GET common/new/changerSymbolsList', pricesEveryMs, { board: 'gold' });
/** One answer for every coin and cycle. */
const rounds = publicCall('GET option/seconds/list', pricesEveryMs, {});
const config = publicCall('GET web/config', rareEveryMs, {});
const rates = publicCall('GET common/platformRate', rareEveryMs, {});

/** The parts of a topic's name behind its kind. */
const partsOf = (topic: Topic): readonly string[] => topic.split(':').slice(1);

const partOf = (topic: Topic): string => partsOf(topic)[0] ?? '';

const trades = (topic: Topic) =>
  publicCall('GET common/tradeList', pricesEveryMs, { pair: partOf(topic), size: String(tradeListSizeMax) });

/** The running candle, and the one before it: its last word may have come between two polls. */
const candlesPolled = 2;

const candles = (topic: Topic) => {
  const [pair = '', interval = ''] = partsOf(topic);
  const input = { pair, interval: interval as Interval, size: String(candlesPolled) };
  return publicCall('GET common/kline', pricesEveryMs, input);
};

const contract = (topic: Topic) => ownCall('GET contractPage', pricesEveryMs, { contract: partOf(topic) });

/** The topic is named after what merchants do, the call after what its caller does. */
const adverts = (topic: Topic) => {
  const [asset, currency, side] = partsOf(topic);
  const input = { asset, currency, side: side === 'sell' ? 'buy' : 'sell', size: '50' };
  return ownCall('GET tradeList', accountEveryMs, input as Parameters<typeof ownCall<'GET tradeList'>>[2]);
};

function tickerOf(pair: string, answers: PolledAnswers): Ticker | null {
  const listed = answers.of(tickers)?.list.find((one) => one.pair === pair);
  return listed ?? answers.of(indices)?.list.find(({ ticker }) => ticker.pair === pair)?.ticker ?? null;
}

/** Kinds that no call has stay as they are, and are shown with their age: the book, the chat, the pause of the records. */
const polledKinds: { readonly [Kind in TopicKind]?: PolledKind<Kind> } = {
  tickers: {
    calls: () => [tickers],
    read: (_topic, answers) => answers.of(tickers)?.list ?? null,
  },
  ticker: {
    calls(topic, answers) {
      const all = answers.of(tickers);
      const isPair = all === null || all.list.some(({ pair }) => pair === partOf(topic));
      return isPair ? [tickers] : [tickers, indices];
    },
    read: (topic, answers) => tickerOf(partOf(topic), answers),
  },
  trades: {
    calls: (topic) => [trades(topic)],
    read: (topic, answers) => answers.of(trades(topic))?.list ?? null,
  },
  kline: {
    calls: (topic) => [candles(topic)],
    read: (topic, answers) => answers.of(candles(topic))?.list.at(-1) ?? null,
  },
  contract: {
    calls: (topic) => [contract(topic)],
    read: (topic, answers) => answers.of(contract(topic))?.view ?? null,
  },
  round: {
    calls: () => [rounds],
    read(topic, answers, known) {
      const [coin, cycle] = partsOf(topic);
      const series = answers.of(rounds)?.list.find((one) => one.coin === coin && String(one.cycle) === cycle);
      return series === undefined ? null : { rounds: series.rounds, line: known?.line ?? [] };
    },
  },
  adverts: {
    calls: (topic) => [adverts(topic)],
    read(topic, answers) {
      const page = answers.of(adverts(topic));
      if (page === null) return null;
      const listed = page.list.flatMap(({ id, merchant, price, available, min, max, methods }) =>
        price === null ? [] : [{ id, merchant: merchant.id, price, available, min, max, methods }],
      );
      return { adverts: listed, gone: [], more: page.next !== null };
    },
  },
  offer: {
    calls: () => [config],
    read(_topic, answers) {
      const version = answers.of(config)?.offer;
      return version === undefined ? null : { version };
    },
  },
  rates: {
    calls: () => [rates],
    read: (_topic, answers) => answers.of(rates),
  },
  account: { calls: () => accountCalls, read: (_topic, answers, known) => readAccount(answers, known) },
};

function kindOf(topic: Topic): PolledKind<TopicKind> | null {
  const kind = topicKind(topic);
  // Topic and payload are of one kind: the name says which.
  return kind === null ? null : ((polledKinds[kind] as PolledKind<TopicKind> | undefined) ?? null);
}

/** The calls that a topic is made of; none for a topic that only the stream has. */
export function callsOf(topic: Topic, answers: PolledAnswers): readonly PolledCall[] {
  return kindOf(topic)?.calls(topic, answers) ?? [];
}

/** The topic as its calls have answered; null when they say nothing of it. */
export function readTopic(
  topic: Topic,
  answers: PolledAnswers,
  known: TopicPayloads[TopicKind] | null,
): TopicPayloads[TopicKind] | null {
  return kindOf(topic)?.read(topic, answers, known) ?? null;
}

/** The candle that ended before the running one; null for other topics. */
export function endedCandle(topic: Topic, answers: PolledAnswers): TopicPayloads['kline'] | null {
  return topicKind(topic) === 'kline' ? (answers.of(candles(topic))?.list.at(-2) ?? null) : null;
}
