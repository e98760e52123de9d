import * as v from 'valibot';
import { order as orderSchema, type Order } from '../../contract/entities/order.ts';
import { Refusal } from '../refusal.ts';
import type { Clock } from '../clock.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Database, Transaction } from '../store/database.ts';
import { BatchFunds } from './batch-funds.ts';
import { BatchRun, MarketPoisoned } from './batch-run.ts';
import { allInOrder, isUnwritable, postInPortions } from '../ledger/batch-writing.ts';
import {
  answerKeyText,
  findAnswers,
  findOrders,
  loadMarkets,
  writeBatch,
  type AnswerKey,
  type Queryable,
  type StoredAnswer,
} from './order-store.ts';
import type { IdempotencyMark, SpotRequest } from './spot.ts';
import type { SpotMarket } from './spot-market.ts';
import { toOrder, type SpotOrder } from './spot-order.ts';

/** Commands one commit takes at most. */
const batchMax = 256;
/** Ledger postings after which a batch takes no further command. */
const batchPostingsMax = 8_000;
/** Commands that may wait; past that the answer is "busy, retry". */
const queueMax = 20_000;

/** How a command ended well: now, or when the same mark was first seen. */
export type Reply = { readonly order: SpotOrder } | { readonly answer: Order };

/** A command that waits for its commit. */
interface Pending {
  readonly request: SpotRequest;
  readonly mark: IdempotencyMark | null;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

type Settlement = { readonly pending: Pending } & ({ readonly reply: Reply } | { readonly refusal: Refusal });

interface BatchResult {
  readonly run: BatchRun;
  readonly settlements: readonly Settlement[];
  readonly balances: readonly BalanceRow[];
  /** Commands taken; the rest of the batch goes back to the queue. */
  readonly taken: number;
}

export interface WriterMeans {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly markets: ReadonlyMap<string, SpotMarket>;
  readonly nextId: () => number;
  readonly isStopped: (market: SpotMarket) => boolean;
  /** Told after each commit that changed a market. */
  readonly committed: (run: BatchRun, at: number) => void;
  /** Told of failures: a write that did not happen, a market that was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/**
 * The one writer of all spot markets: group commit. It takes what waits, works it out in memory, writes it in
 * one transaction and answers after the commit. While one batch commits the next one gathers, so batches size
 * themselves and nothing ever waits for a timer.
 */
export class SpotWriter {
  private readonly means: WriterMeans;
  private queue: Pending[] = [];
  /** Marked commands on their way: a second one with the same mark shares the first one's promise. */
  private readonly inFlight = new Map<string, { readonly bodyHash: string; readonly reply: Promise<Reply> }>();
  /** Markets whose memory is ahead of the store since a write failed; rebuilt before anything else happens. */
  private readonly stale = new Set<SpotMarket>();
  private running: Promise<void> | null = null;
  private closed = false;

  constructor(means: WriterMeans) {
    this.means = means;
  }

  /** @throws Refusal as `Spot.submit` */
  submit(request: SpotRequest, mark: IdempotencyMark | null): Promise<Reply> {
    if (mark === null) return this.enqueue(request, null);
    const key = answerKeyText({ userId: request.owner, call: mark.call, key: mark.key });
    const twin = this.inFlight.get(key);
    if (twin !== undefined) {
      return twin.bodyHash === mark.bodyHash ? twin.reply : Promise.reject(new Refusal('alreadyProcessed'));
    }
    const reply = this.enqueue(request, mark);
    this.inFlight.set(key, { bodyHash: mark.bodyHash, reply });
    const forget = () => this.inFlight.delete(key);
    reply.then(forget, forget);
    return reply;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  /**
   * Reads markets anew from the store; one whose rows make no sound book is halted.
   *
   * @throws Error when the store does not answer
   */
  async rebuild(client: Queryable, markets: Iterable<SpotMarket>): Promise<void> {
    const list = [...markets];
    if (list.length === 0) return;
    const stored = await loadMarkets(
      client,
      list.map((market) => market.terms.pair),
    );
    for (const market of list) {
      try {
        market.rebuild(stored.get(market.terms.pair) ?? { orders: [], lastPrice: null });
      } catch (error) {
        this.halt(market, error);
      }
    }
  }

  private enqueue(request: SpotRequest, mark: IdempotencyMark | null): Promise<Reply> {
    if (this.closed || this.queue.length >= queueMax) return Promise.reject(new Refusal('busyRetry'));
    return new Promise<Reply>((resolve, reject) => {
      this.queue.push({ request, mark, resolve, reject });
      this.running ??= this.drain();
    });
  }

  private async drain(): Promise<void> {
    // What arrives in the same turn of the event loop belongs into the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) {
      const batch = this.queue.slice(0, batchMax);
      this.queue = this.queue.slice(batchMax);
      await this.commit(batch);
    }
    this.running = null;
  }

  private async commit(batch: readonly Pending[]): Promise<void> {
    const touched = new Set<SpotMarket>();
    const at = this.means.clock();
    let result: BatchResult;
    try {
      result = await this.means.database.transaction(async (tx) => {
        // A transaction that lost against another one comes here again with books that ran ahead.
        for (const market of touched) this.stale.add(market);
        await this.rebuildStale(tx.client);
        return this.work(tx, batch, touched, at);
      });
    } catch (error) {
      for (const market of touched) this.stale.add(market);
      await this.afterFailure(batch, touched, error);
      return;
    }
    for (const market of touched) market.release();
    this.queue = [...batch.slice(result.taken), ...this.queue];
    for (const settlement of result.settlements) settle(settlement);
    try {
      this.means.ledger.changed(result.balances);
      if (touched.size > 0) this.means.committed(result.run, at);
    } catch (error) {
      this.means.failed(error, 'a listener failed after a commit');
    }
  }

  private async rebuildStale(client: Queryable): Promise<void> {
    if (this.stale.size === 0) return;
    await this.rebuild(client, this.stale);
    this.stale.clear();
  }

  private async afterFailure(
    batch: readonly Pending[],
    touched: ReadonlySet<SpotMarket>,
    error: unknown,
  ): Promise<void> {
    if (error instanceof MarketPoisoned) {
      this.halt(error.market, error);
      // The others of the batch have done nothing wrong; those for the halted market are refused on their way.
      this.queue = [...batch, ...this.queue];
      return;
    }
    if (!isUnwritable(error)) {
      this.means.failed(error, 'a batch of delegates could not be written');
      for (const { reject } of batch) reject(new Refusal('busyRetry'));
      return;
    }
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length > 0) {
      // One of them cannot be written: alone, each shows whether it is the one.
      for (const pending of batch) await this.commit([pending]);
      return;
    }
    for (const market of touched) this.halt(market, error);
    first.reject(new Refusal('busyRetry'));
  }

  /** From here on the market takes nothing; the others go on. */
  private halt(market: SpotMarket, error: unknown): void {
    market.halted = error instanceof Error ? error.message : String(error);
    this.means.failed(error, `the market ${market.terms.pair} is halted`);
  }

  private async work(
    tx: Transaction,
    batch: readonly Pending[],
    touched: Set<SpotMarket>,
    at: number,
  ): Promise<BatchResult> {
    // Sent together, they cost one round trip.
    const [known, finished, locked] = await allInOrder([
      findAnswers(tx.client, batch.flatMap(markKey)),
      findOrders(tx.client, this.cancelsOfFinished(batch)),
      this.means.ledger.lockBalances(tx, this.spending(batch)),
    ]);
    const funds = new BatchFunds(locked);
    const run = new BatchRun({
      funds,
      at,
      finished,
      nextId: this.means.nextId,
      isStopped: this.means.isStopped,
      market: (pair) => this.means.markets.get(pair),
      marketOf: (orderId) => this.marketOf(orderId),
    });
    const settlements: Settlement[] = [];
    const answers: (AnswerKey & StoredAnswer)[] = [];
    for (const pending of batch) {
      if (run.journals.postings >= batchPostingsMax) break;
      settlements.push(this.settlementOf(pending, run, known, touched, answers));
    }
    if (touched.size === 0) return { run, settlements, balances: [], taken: settlements.length };
    const rows = { orders: run.kept(), forgotten: run.forgotten(), trades: run.trades, answers, at };
    const [balances] = await allInOrder([
      postInPortions(tx, this.means.ledger, run.journals.all()),
      writeBatch(tx.client, rows),
    ]);
    return { run, settlements, balances, taken: settlements.length };
  }

  private settlementOf(
    pending: Pending,
    run: BatchRun,
    known: ReadonlyMap<string, StoredAnswer>,
    touched: Set<SpotMarket>,
    answers: (AnswerKey & StoredAnswer)[],
  ): Settlement {
    const { request, mark } = pending;
    const [key] = markKey(pending);
    const before = key === undefined ? undefined : known.get(answerKeyText(key));
    try {
      if (before !== undefined) {
        if (before.bodyHash !== mark?.bodyHash) throw new Refusal('alreadyProcessed');
        // Through the schema, because PostgreSQL keeps no order of fields: the same answer to the letter.
        return { pending, reply: { answer: v.parse(orderSchema, before.answer) } };
      }
      const order = request.kind === 'place' ? run.place(request) : run.cancel(request);
      if (key === undefined || mark === null) return { pending, reply: { order } };
      const answer = toOrder(order);
      answers.push({ ...key, bodyHash: mark.bodyHash, answer });
      return { pending, reply: { answer } };
    } catch (error) {
      if (error instanceof Refusal) return { pending, refusal: error };
      throw error;
    } finally {
      for (const market of run.touched) touched.add(market);
    }
  }

  private marketOf(orderId: number): SpotMarket | undefined {
    for (const market of this.means.markets.values()) if (market.open.has(orderId)) return market;
    return undefined;
  }

  private cancelsOfFinished(batch: readonly Pending[]): number[] {
    return batch.flatMap(({ request }) =>
      request.kind === 'cancel' && this.marketOf(request.id) === undefined ? [request.id] : [],
    );
  }

  /** The balances that the batch's delegates would spend from. */
  private spending(batch: readonly Pending[]) {
    return batch.flatMap(({ request }) => {
      const market = request.kind === 'place' ? this.means.markets.get(request.pair) : undefined;
      if (market === undefined || request.kind !== 'place') return [];
      return [{ owner: request.owner, wallet: 'spot' as const, asset: market.assetsOf(request.side).spends }];
    });
  }
}

function markKey({ request, mark }: Pending): AnswerKey[] {
  return mark === null ? [] : [{ userId: request.owner, call: mark.call, key: mark.key }];
}

function settle(settlement: Settlement): void {
  if ('refusal' in settlement) settlement.pending.reject(settlement.refusal);
  else settlement.pending.resolve(settlement.reply);
}
