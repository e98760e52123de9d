import type { CommitArea, Verdict, WorkedBatch } from '../commit/group-commit.ts';
import {
  answerKeyText,
  findAnswers,
  storeAnswers,
  type AnswerKey,
  type StoredAnswer,
} from '../idempotency/stored-answers.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import { allInOrder, postInPortions } from '../ledger/batch-writing.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { deadlinePassed, Refusal } from '../refusal.ts';
import type { Transaction } from '../store/database.ts';
import { batchBalances } from './batch-balances.ts';
import { BatchFunds } from './batch-funds.ts';
import { BatchRun } from './batch-run.ts';
import {
  findOrders,
  findPlaced,
  loadMarkets,
  requestKeyOf,
  requestText,
  writeBatch,
  type PlacedBefore,
  type RequestKey,
} from './order-store.ts';
import type { IdempotencyMark, SpotRequest } from './spot.ts';
import type { SpotMarket } from './spot-market.ts';
import type { SpotOrder } from './spot-order.ts';

/** A command of the spot markets, with the idempotency key it came with. */
export interface SpotCommand {
  readonly request: SpotRequest;
  readonly mark: IdempotencyMark | null;
  /** The key as it is stored with an order that is placed; null for a cancellation and for the house. */
  readonly placingKey: RequestKey | null;
}

/** A command that can be submitted. */
export function spotCommand(request: SpotRequest, mark: IdempotencyMark | null): SpotCommand {
  const isPlacing = request.kind === 'place' && mark !== null;
  return { request, mark, placingKey: isPlacing ? requestKeyOf(mark.key, mark.bodyHash) : null };
}

/** What a batch is worked out with. */
interface SpotReads {
  readonly placed: ReadonlyMap<string, PlacedBefore>;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly stored: ReadonlyMap<number, SpotOrder>;
  readonly locked: readonly BalanceRow[];
}

export interface SpotCommitsDeps {
  readonly ledger: Ledger;
  readonly markets: ReadonlyMap<string, SpotMarket>;
  readonly nextId: () => number;
  readonly lastId: () => number;
  readonly isStopped: (market: SpotMarket) => boolean;
  /** Called after each commit that changed a market. */
  readonly committed: (run: BatchRun, at: number) => void;
  /** Notified when a market was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/** Commands one commit takes at most. */
const batchMax = 256;
/** Ledger postings after which a batch takes no further command. */
const batchPostingsMax = 8_000;
/** Commands that may wait; past that the answer is "busy, retry". */
const queueMax = 20_000;

/** All spot markets as the group commit sees them. An order's answer is the order itself, found again by its key. */
export class SpotCommits implements CommitArea<SpotCommand, SpotOrder, SpotReads> {
  readonly writer = 'spot';
  readonly batchMax = batchMax;
  readonly queueMax = queueMax;
  readonly #deps: SpotCommitsDeps;
  /** Markets whose memory is ahead of the store until the batch is durable. */
  readonly #ahead = new Set<SpotMarket>();
  /** Markets whose memory ran ahead of a batch that failed; rebuilt before anything else happens. */
  readonly #stale: Set<SpotMarket>;

  constructor(deps: SpotCommitsDeps) {
    this.#deps = deps;
    this.#stale = new Set(deps.markets.values());
  }

  lastId(): number {
    return this.#deps.lastId();
  }

  /** Sent together, all of it costs one round trip; one more when memory has to be read anew before. */
  async read({ client, drizzle }: Transaction, commands: readonly SpotCommand[]): Promise<SpotReads> {
    // Which balances a batch may change is read off the books, so these must be right.
    if (this.#stale.size > 0) await this.rebuildStale({ client, drizzle });
    const placing = commands.flatMap(({ request, placingKey }) =>
      placingKey === null ? [] : [{ owner: request.owner, key: placingKey.key }],
    );
    const finished = commands.flatMap(({ request }) =>
      request.kind === 'cancel' && this.#marketOf(request.id) === undefined ? [request] : [],
    );
    const [placed, answers, stored, locked] = await allInOrder([
      findPlaced(client, placing),
      findAnswers(client, commands.flatMap(cancelKey)),
      findOrders(client, finished),
      this.#deps.ledger.lockBalances(
        { client, drizzle },
        batchBalances(
          commands.map(({ request }) => request),
          (pair) => this.#deps.markets.get(pair),
          (orderId) => this.#marketOf(orderId),
        ),
      ),
    ]);
    return { placed, answers, stored, locked };
  }

  work(commands: readonly SpotCommand[], reads: SpotReads, at: number): WorkedBatch<SpotOrder> {
    const { ledger, nextId, isStopped, markets, committed } = this.#deps;
    const run = new BatchRun({
      funds: new BatchFunds(reads.locked),
      at,
      finished: reads.stored,
      nextId,
      isStopped,
      market: (pair) => markets.get(pair),
      marketOf: (orderId) => this.#marketOf(orderId),
    });
    const answers: (AnswerKey & StoredAnswer)[] = [];
    const verdicts: Verdict<SpotOrder>[] = [];
    try {
      for (const command of commands) {
        if (run.journals.postings >= batchPostingsMax) break;
        verdicts.push(verdictOf(run, command, reads, answers));
      }
    } finally {
      for (const market of run.touched) this.#ahead.add(market);
    }
    let changed: readonly BalanceRow[] = [];
    const write = async (tx: Transaction): Promise<void> => {
      [changed] = await allInOrder([
        postInPortions(tx, ledger, run.journals.all()),
        writeBatch(tx.client, run.rows(), run.trades),
        storeAnswers(tx.client, answers, at),
      ]);
    };
    return {
      verdicts,
      write: run.touched.size === 0 ? null : write,
      release: () => {
        for (const market of this.#ahead) market.release();
        this.#ahead.clear();
      },
      publish: () => {
        ledger.changed(changed);
        if (run.touched.size > 0) committed(run, at);
      },
    };
  }

  abandon(): void {
    for (const market of this.#ahead) this.#stale.add(market);
    this.#ahead.clear();
  }

  abandonAll(): void {
    this.#ahead.clear();
    for (const market of this.#deps.markets.values()) this.#stale.add(market);
  }

  async rebuildStale({ client }: Transaction): Promise<void> {
    if (this.#stale.size === 0) return;
    const pairs = [...this.#stale].map((market) => market.terms.pair);
    const stored = await loadMarkets(client, pairs);
    for (const market of this.#stale) {
      try {
        market.rebuild(stored.get(market.terms.pair) ?? { orders: [], lastPrice: null });
      } catch (error) {
        this.#halt(market, error);
      }
    }
    this.#stale.clear();
  }

  halt(error: unknown): void {
    for (const market of this.#ahead) this.#halt(market, error);
  }

  /** From here on the market takes nothing; the others go on. */
  #halt(market: SpotMarket, error: unknown): void {
    market.halted = error instanceof Error ? error.message : String(error);
    this.#deps.failed(error, `the market ${market.terms.pair} is halted`);
  }

  #marketOf(orderId: number): SpotMarket | undefined {
    for (const market of this.#deps.markets.values()) if (market.open.has(orderId)) return market;
    return undefined;
  }
}

/** What becomes of one command. @throws MarketPoisoned when it breaks its market */
function verdictOf(
  run: BatchRun,
  command: SpotCommand,
  reads: SpotReads,
  answers: (AnswerKey & StoredAnswer)[],
): Verdict<SpotOrder> {
  try {
    return { reply: replyTo(run, command, reads, answers) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function replyTo(
  run: BatchRun,
  command: SpotCommand,
  reads: SpotReads,
  answers: (AnswerKey & StoredAnswer)[],
): SpotOrder {
  const { request, mark, placingKey: key } = command;
  if (request.kind === 'place') {
    const before = key === null ? undefined : reads.placed.get(requestText({ owner: request.owner, key: key.key }));
    if (before === undefined || key === null) {
      if (mark?.isLate === true) throw deadlinePassed();
      return run.place(request, key);
    }
    if (!before.bodyHash.equals(key.bodyHash)) throw new Refusal('alreadyProcessed');
    // As it stands now, also when an earlier command of this batch filled it.
    return run.orderNow(before.order);
  }
  const [answerKey] = cancelKey(command);
  const before = answerKey === undefined ? undefined : reads.answers.get(answerKeyText(answerKey));
  if (before !== undefined) {
    if (before.bodyHash !== mark?.bodyHash) throw new Refusal('alreadyProcessed');
    const order = reads.stored.get(request.id);
    if (order === undefined) throw new Error(`order ${request.id} was cancelled and is not stored`);
    return run.orderNow(order);
  }
  if (mark?.isLate === true) throw deadlinePassed();
  const order = run.cancel(request);
  if (answerKey !== undefined && mark !== null) {
    answers.push({ ...answerKey, bodyHash: mark.bodyHash, answer: null });
  }
  return order;
}

function cancelKey({ request, mark }: SpotCommand): AnswerKey[] {
  if (request.kind !== 'cancel' || mark === null) return [];
  return [{ userId: request.owner, call: mark.call, key: mark.key }];
}
