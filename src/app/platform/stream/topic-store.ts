import type {
  BoardAdvert,
  ChatUpdate,
  RoundUpdate,
  Topic,
  TopicKind,
  TopicPayloads,
} from '#protocol/core/stream/channels.ts';
import { topicKind } from '#protocol/core/stream/channels.ts';
import type { ContractView } from '#protocol/contracts/entities.ts';
import type { Candle, Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import { chatSnapshotSize, tradeListSizeMax } from '#protocol/core/limits.ts';
import type { TopicSourceName, TopicUpdate } from '#hub/protocol.ts';
import { type AccountView, accountView } from './account-view.ts';
import { Book } from './book.ts';

/** What a screen reads of each kind of topic. A book is read through `view`, which is immutable. */
export interface TopicViews {
  ticker: Ticker;
  tickers: ReadonlyMap<string, Ticker>;
  depth: Book;
  trades: readonly Trade[];
  kline: Candle;
  account: AccountView;
  round: RoundUpdate;
  adverts: BoardView;
  /** The newest messages, oldest first. */
  chat: ChatUpdate;
  contract: ContractView;
  content: TopicPayloads['content'];
  offer: TopicPayloads['offer'];
  rates: TopicPayloads['rates'];
  health: TopicPayloads['health'];
}

/** The best adverts of a side of the board. An advert that stays the same is the same object. */
export interface BoardView {
  readonly adverts: ReadonlyMap<string, BoardAdvert>;
  /** Changes with those that are among them, not with their prices. */
  readonly ids: ReadonlySet<string>;
  readonly more: boolean;
}

/** Rounds kept of a series. */
const roundsHeld = 5;
const linePointsHeld = 450;

type Apply<Kind extends TopicKind> = (is: 'snapshot' | 'delta', data: TopicPayloads[Kind]) => TopicViews[Kind];

function applyTickers(): Apply<'tickers'> {
  let held: ReadonlyMap<string, Ticker> = new Map();
  return (is, data) => {
    const next = is === 'snapshot' ? new Map<string, Ticker>() : new Map(held);
    for (const ticker of data) next.set(ticker.pair, ticker);
    held = next;
    return held;
  };
}

function applyDepth(): Apply<'depth'> {
  const book = new Book();
  return (is, data) => {
    if (is === 'snapshot') book.snapshot(data);
    else book.change(data);
    return book;
  };
}

/** Newest first, whichever way they came. */
function applyTrades(): Apply<'trades'> {
  let held: readonly Trade[] = [];
  return (is, data) => {
    held = is === 'snapshot' ? data : [...data.toReversed(), ...held];
    if (held.length > tradeListSizeMax) held = held.slice(0, tradeListSizeMax);
    return held;
  };
}

/** Rounds newest first; the line as long as the snapshot's at most, the oldest points go. */
function applyRound(): Apply<'round'> {
  let rounds = new Map<string, RoundUpdate['rounds'][number]>();
  let newestFirst: RoundUpdate['rounds'] = [];
  let line: RoundUpdate['line'] = [];
  return (is, data) => {
    if (is === 'snapshot') {
      rounds = new Map();
      line = [];
    }
    if (is === 'snapshot' || data.rounds.length > 0) {
      // A tick of the line alone leaves the rounds as they are, so that no cell renders.
      for (const round of data.rounds) rounds.set(round.id, round);
      newestFirst = [...rounds.values()].toSorted((a, b) => b.strikeAt - a.strikeAt).slice(0, roundsHeld);
      rounds = new Map(newestFirst.map((round) => [round.id, round]));
    }
    line = [...line, ...data.line].slice(-linePointsHeld);
    return { rounds: newestFirst, line };
  };
}

function applyBoard(): Apply<'adverts'> {
  let held: BoardView = { adverts: new Map(), ids: new Set(), more: false };
  return (is, { adverts, gone, more }) => {
    const next = new Map(is === 'snapshot' ? [] : held.adverts);
    for (const id of gone) next.delete(id);
    for (const advert of adverts) next.set(advert.id, advert);
    const same = next.size === held.ids.size && [...next.keys()].every((id) => held.ids.has(id));
    held = { adverts: next, ids: same ? held.ids : new Set(next.keys()), more };
    return held;
  };
}

/** A chat room keeps more messages; this is what it starts with. */
function applyChat(): Apply<'chat'> {
  let held: TopicViews['chat'] = { messages: [] };
  return (is, data) => {
    if (is === 'snapshot') held = data;
    else {
      const changed = new Map(data.messages.map((message) => [message.number, message]));
      const kept = held.messages.map((message) => changed.get(message.number) ?? message);
      const last = held.messages.at(-1)?.number ?? 0;
      const come = data.messages.filter((message) => message.number > last);
      held = { messages: [...kept, ...come].slice(-2 * chatSnapshotSize) };
    }
    return held;
  };
}

/** Topics that are whole in every frame. */
function whole<Kind extends TopicKind>(): Apply<Kind> {
  return (_is, data) => data as unknown as TopicViews[Kind];
}

const applies: { readonly [Kind in TopicKind]: () => Apply<Kind> } = {
  ticker: whole,
  kline: whole,
  tickers: applyTickers,
  depth: applyDepth,
  trades: applyTrades,
  account: accountView,
  round: applyRound,
  adverts: applyBoard,
  chat: applyChat,
  contract: whole,
  content: whole,
  offer: whole,
  rates: whole,
  health: whole,
};

function applyOf(kind: TopicKind): Apply<TopicKind> {
  // The hub pairs each topic with data of its kind.
  return applies[kind]() as Apply<TopicKind>;
}

/** Gets every update of a topic in order, as a chart does. */
export type UpdateListener = (update: TopicUpdate) => void;

/** One topic on the page: what it has come to, and who looks at it. */
export class TopicStore {
  readonly topic: Topic;
  /** Cells that read the topic; notified at most once per frame. */
  readonly cells = new Set<() => void>();
  readonly updateListeners = new Set<UpdateListener>();
  /** Device time of the last update, or of the first subscription. */
  receivedAtMs: number;
  /** Where the last update came from. */
  source: TopicSourceName = 'stream';
  readonly #kind: TopicKind;
  #apply: Apply<TopicKind>;
  #view: TopicViews[TopicKind] | null = null;

  /** @throws RangeError when the text names no topic: screens build topics, they do not guess them */
  constructor(topic: Topic, nowMs: number) {
    const kind = topicKind(topic);
    if (kind === null) throw new RangeError(`no topic: ${topic}`);
    this.topic = topic;
    this.receivedAtMs = nowMs;
    this.#kind = kind;
    this.#apply = applyOf(kind);
  }

  get view(): TopicViews[TopicKind] | null {
    return this.#view;
  }

  get held(): boolean {
    return this.cells.size + this.updateListeners.size > 0;
  }

  take(update: TopicUpdate, nowMs: number): void {
    this.receivedAtMs = nowMs;
    this.source = update.source;
    // A delta without what it adds to means nothing; the hub always begins with a snapshot.
    if (update.is === 'delta' && this.#view === null) return;
    this.#view = this.#apply(update.is, update.data);
    for (const listener of this.updateListeners) listener(update);
  }

  /** Drops all data, as when the account changes. */
  clear(): void {
    this.#view = null;
    this.#apply = applyOf(this.#kind);
  }

  notifyCells(): void {
    for (const cell of this.cells) cell();
  }
}
