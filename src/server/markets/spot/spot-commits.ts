import type { CommitArea, Verdict, WorkedBatch } from '../../core/commit/group-commit.ts';
import { MarketMemory } from '../../core/commit/market-memory.ts';
import {
  answerKeyText,
  findAnswers,
  storeAnswers,
  type AnswerKey,
  type StoredAnswer,
} from '../../core/idempotency/stored-answers.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import { allInOrder, postInPortions } from '../../core/ledger/batch-writing.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { type LockedBalances, WriterBalances } from '../../core/ledger/writer-balances.ts';
import { deadlinePassed, Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';
import { batchBalances } from './batch-balances.ts';
import { BatchFunds } from './batch-funds.ts';
import { BatchRun } from './batch-run.ts';
import {
  findOrders,
  findPlaced,
  loadMarkets,
  requestKeyOf,
  requestText,
  forgetOrders,
  orderStatements,
  type PlacedBefore,
  type RequestKey,
} from './store.ts';
import type { IdempotencyKey, SpotRequest } from './spot.ts';
import type { SpotMarket } from './spot-market.ts';
import type { SpotOrder } from './spot-order.ts';

/** A command of the spot markets, with the idempotency key it came with. */
export interface SpotCommand {
  readonly request: SpotRequest;
  readonly mark: IdempotencyKey | null;
  /** The key as it is stored with an order that is placed; null for a cancellation and for the house. */
  readonly placingKey: RequestKey | null;
}

/** A command that can be submitted. */
export function spotCommand(request: SpotRequest, mark: IdempotencyKey | null): SpotCommand {
  const isPlacing = request.kind === 'place' && mark !== null;
  return { request, mark, placingKey: isPlacing ? requestKeyOf(mark.key, mark.bodyHash) : null };
}

/** What a batch is worked out with. */
interface SpotReads {
  readonly placed: ReadonlyMap<string, PlacedBefore>;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly stored: ReadonlyMap<number, SpotOrder>;
  readonly locked: LockedBalances;
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
  readonly #balances = new WriterBalances();
  readonly #memory: MarketMemory<SpotMarket>;

  constructor(deps: SpotCommitsDeps) {
    this.#deps = deps;
    const markets = [...deps.markets.values()];
    this.#memory = new MarketMemory({ markets, nameOf: ({ terms }) => terms.pair, failed: deps.failed });
  }

  lastId(): number {
    return this.#deps.lastId();
  }

  /** Sent together, all of it costs one round trip; one more when memory has to be read again before. */
  async read({ client, drizzle }: Transaction, commands: readonly SpotCommand[]): Promise<SpotReads> {
    // Which balances a batch may change is read off the books, so these must be right.
    if (this.#memory.isStale) await this.rebuildStale({ client, drizzle });
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
      this.#balances.lock(
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
      funds: new BatchFunds(reads.locked.rows),
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
      this.#memory.ranAhead(run.touched);
    }
    let changed: readonly BalanceRow[] = [];
    const writeAll = async (tx: Transaction): Promise<void> => {
      const changes = run.rows();
      const beside = orderStatements(changes, run.trades);
      [changed] = await allInOrder([
        postInPortions(tx, ledger, run.journals.all(), { held: reads.locked.held, beside }),
        forgetOrders(tx.client, changes.forgotten),
        storeAnswers(tx.client, answers, at),
      ]);
    };
    const write = run.touched.size === 0 ? null : writeAll;
    return {
      verdicts,
      write,
      release: () => {
        if (write !== null) reads.locked.confirm();
        this.#memory.release();
      },
      publish: () => {
        ledger.changed(changed);
        if (run.touched.size > 0) committed(run, at);
      },
    };
  }

  abandon(): void {
    this.#memory.abandon();
  }

  abandonAll(): void {
    this.#memory.abandonAll();
  }

  rebuildStale({ client }: Transaction): Promise<void> {
    return this.#memory.rebuild(async (stale) => {
      const pairs = stale.map((market) => market.terms.pair);
      const stored = await loadMarkets(client, pairs);
      return (market) => market.rebuild(stored.get(market.terms.pair) ?? { orders: [], lastPrice: null });
    });
  }

  halt(error: unknown): void {
    this.#memory.haltAhead(error);
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
