import type {
  AccountUpdate,
  ChatUpdate,
  RoundUpdate,
  Topic,
  TopicKind,
  TopicPayloads,
} from '../../../protocol/stream/channels.ts';
import { topicKind } from '../../../protocol/stream/channels.ts';
import type { ContractOrder, ContractPosition, ContractView } from '../../../protocol/entities/contract.ts';
import type { Deposit } from '../../../protocol/entities/deposit.ts';
import type { Candle, Ticker, Trade } from '../../../protocol/entities/market.ts';
import type { Order } from '../../../protocol/entities/order.ts';
import type { Verification } from '../../../protocol/entities/verification.ts';
import type { Withdrawal } from '../../../protocol/entities/withdrawal.ts';
import type { WorkOrder } from '../../../protocol/entities/work-order.ts';
import { chatSnapshotSize, tradeListSizeMax } from '../../../protocol/limits.ts';
import type { TopicUpdate } from '../../../hub/protocol.ts';
import { Book } from './book.ts';

/** What the account topic has told so far. */
export interface AccountView {
  /** Open orders, newest first. */
  readonly orders: readonly Order[];
  readonly balances: AccountUpdate['balances'];
  readonly unread: number;
  /** Open contract positions and orders, newest first. */
  readonly positions: readonly ContractPosition[];
  readonly contractOrders: readonly ContractOrder[];
  /** Deposits and withdrawals that moved since the page was opened or are on their way, the last that moved first. */
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  /** Work orders that are not closed, hold an unread answer, or changed since the page was opened. */
  readonly workOrders: readonly WorkOrder[];
  /** The last state of the real-name authentication that was told; null when none was. */
  readonly verification: Verification['state'] | null;
}

/** What a screen reads of each kind of topic. A book is read through `view`, which is immutable. */
export interface TopicViews {
  ticker: Ticker;
  tickers: ReadonlyMap<string, Ticker>;
  depth: Book;
  trades: readonly Trade[];
  kline: Candle;
  account: AccountView;
  round: RoundUpdate;
  /** The newest messages, oldest first. */
  chat: ChatUpdate;
  contract: ContractView;
  content: TopicPayloads['content'];
  health: TopicPayloads['health'];
}

/** What is kept of a series of rounds. */
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

/** What is told again moves to the end. */
function putLast<Item extends { readonly id: string }>(held: Map<string, Item>, items: readonly Item[]): void {
  for (const item of items) {
    held.delete(item.id);
    held.set(item.id, item);
  }
}

/** The list as it was, where the next one holds the same items: who looks at it has nothing to render. */
function unlessSame<Item>(before: readonly Item[], next: readonly Item[]): readonly Item[] {
  return before.length === next.length && before.every((item, at) => item === next[at]) ? before : next;
}

function applyAccount(): Apply<'account'> {
  const orders = new Map<string, Order>();
  const balances = new Map<string, AccountUpdate['balances'][number]>();
  const deposits = new Map<string, Deposit>();
  const withdrawals = new Map<string, Withdrawal>();
  const workOrders = new Map<string, WorkOrder>();
  const positions = new Map<string, ContractPosition>();
  const contractOrders = new Map<string, ContractOrder>();
  let unread = 0;
  let verification: Verification['state'] | null = null;
  let ordersPublished: readonly Order[] = [];
  let positionsPublished: readonly ContractPosition[] = [];
  let contractOrdersPublished: readonly ContractOrder[] = [];
  return (is, data) => {
    if (is === 'snapshot') {
      orders.clear();
      balances.clear();
      positions.clear();
      contractOrders.clear();
      deposits.clear();
      withdrawals.clear();
      workOrders.clear();
    }
    for (const order of data.orders) {
      if (order.status === 'open') orders.set(order.id, order);
      else orders.delete(order.id);
    }
    for (const balance of data.balances) balances.set(`${balance.wallet}/${balance.asset}`, balance);
    for (const position of data.positions ?? []) {
      if (position.lots > 0) positions.set(position.id, position);
      else positions.delete(position.id);
    }
    for (const order of data.contractOrders ?? []) {
      if (order.status === 'open') contractOrders.set(order.id, order);
      else contractOrders.delete(order.id);
    }
    putLast(deposits, data.deposits ?? []);
    putLast(withdrawals, data.withdrawals ?? []);
    putLast(workOrders, data.workOrders ?? []);
    unread = data.unread ?? unread;
    verification = data.verification ?? verification;
    ordersPublished = unlessSame(
      ordersPublished,
      [...orders.values()].toSorted((a, b) => b.createdAt - a.createdAt),
    );
    positionsPublished = unlessSame(
      positionsPublished,
      [...positions.values()].toSorted((a, b) => b.openedAt - a.openedAt),
    );
    contractOrdersPublished = unlessSame(
      contractOrdersPublished,
      [...contractOrders.values()].toSorted((a, b) => b.createdAt - a.createdAt),
    );
    return {
      orders: ordersPublished,
      balances: [...balances.values()],
      unread,
      positions: positionsPublished,
      contractOrders: contractOrdersPublished,
      deposits: [...deposits.values()].toReversed(),
      withdrawals: [...withdrawals.values()].toReversed(),
      workOrders: [...workOrders.values()].toReversed(),
      verification,
    };
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

/** A room keeps more of what it was told; this is what it begins with. */
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

const applies: { readonly [Kind in TopicKind]: () => Apply<Kind> } = {
  ticker: () => (_is, data) => data,
  kline: () => (_is, data) => data,
  tickers: applyTickers,
  depth: applyDepth,
  trades: applyTrades,
  account: applyAccount,
  round: applyRound,
  chat: applyChat,
  contract: () => (_is, data) => data,
  content: () => (_is, data) => data,
  health: () => (_is, data) => data,
};

/** Hears every update of a topic in order, as a chart does. */
export type UpdateListener = (update: TopicUpdate) => void;

/** One topic on the page: what it has come to, and who looks at it. */
export class TopicStore {
  readonly topic: Topic;
  /** Cells that look at the topic; told at most once per frame. */
  readonly cells = new Set<() => void>();
  readonly updateListeners = new Set<UpdateListener>();
  /** Device time of the last update, or of the moment somebody began to look. */
  heardAtMs: number;
  readonly #apply: Apply<TopicKind>;
  #view: TopicViews[TopicKind] | null = null;

  /** @throws RangeError when the text names no topic: screens build topics, they do not guess them */
  constructor(topic: Topic, nowMs: number) {
    const kind = topicKind(topic);
    if (kind === null) throw new RangeError(`no topic: ${topic}`);
    this.topic = topic;
    this.heardAtMs = nowMs;
    // The hub pairs each topic with data of its kind.
    this.#apply = applies[kind]() as Apply<TopicKind>;
  }

  get view(): TopicViews[TopicKind] | null {
    return this.#view;
  }

  get held(): boolean {
    return this.cells.size + this.updateListeners.size > 0;
  }

  take(update: TopicUpdate, nowMs: number): void {
    this.heardAtMs = nowMs;
    // A delta without what it adds to means nothing; the hub always begins with a snapshot.
    if (update.is === 'delta' && this.#view === null) return;
    this.#view = this.#apply(update.is, update.data);
    for (const listener of this.updateListeners) listener(update);
  }

  /** Forgets what was told. */
  clear(): void {
    this.#view = null;
  }

  notifyCells(): void {
    for (const cell of this.cells) cell();
  }
}
