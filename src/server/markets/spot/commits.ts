import type { CommandLabel } from '#server/core/commit/commit-spans.ts';
import type { CommitArea, Verdict, WorkedBatch } from '#server/core/commit/commit-area.ts';
import type { Ms, OrderId } from '#protocol/core/brand.ts';
import { forgetOrders, orderStatements } from './order-writes.ts';
import { findOrders, findPlaced } from './order-lookups.ts';
import type { WriterName } from '#server/core/commit/writer-fence.ts';
import { MarketMemory } from '#server/core/commit/market-memory.ts';
import {
  findAnswers,
  storeAnswers,
  type AnswerKey,
  type StoredAnswer,
} from '#server/core/idempotency/stored-answers.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { postInPortions } from '#server/core/ledger/batch-writing.ts';
import { allInOrder } from '#server/core/ledger/beside.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { WriterBalances, type LockedBalances } from '#server/core/ledger/writer-balances.ts';
import { readHoldsOf, type HoldsOf } from '#server/core/outflow/held-value.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { batchBalances } from './balances.ts';
import { BatchFunds } from './funds.ts';
import { SpotRun } from './run.ts';
import { loadMarkets } from './store.ts';
import type { SpotMarket } from './market.ts';
import { type SpotCommand, answerKey } from './command.ts';
import { type KnownBefore, type SpotReply, verdictOf } from './replies.ts';

/** Context of a batch. */
export interface SpotReads extends KnownBefore {
  readonly locked: LockedBalances;
  readonly held: HoldsOf;
}

export interface SpotCommitsDeps {
  readonly name: WriterName;
  readonly ledger: Ledger;
  readonly markets: ReadonlyMap<string, SpotMarket>;
  readonly nextId: () => number;
  readonly lastId: () => number;
  readonly isHeld: (market: SpotMarket) => boolean;
  /** Called after each commit that changed a market, with the balances that it changed. */
  readonly committed: (run: SpotRun, at: Ms, balances: readonly BalanceRow[]) => void;
  /** Notified when a market was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/** Most commands per commit. */
const batchMax = 256;
/** Ledger postings after which a batch is full. */
const batchPostingsMax = 8_000;
/** Most queued commands; beyond that the answer is "busy, retry". */
const queueMax = 20_000;

/** The spot markets of one writer as the group commit sees them. An order's answer is the order itself, found again by its key. */
export class SpotCommits implements CommitArea<SpotCommand, SpotReply, SpotReads> {
  readonly writer: string;
  readonly holder: string | null;
  readonly batchMax = batchMax;
  readonly queueMax = queueMax;
  readonly #deps: SpotCommitsDeps;
  readonly #balances = new WriterBalances();
  readonly memory: MarketMemory<SpotMarket>;

  constructor(deps: SpotCommitsDeps) {
    this.#deps = deps;
    this.writer = deps.name.writer;
    this.holder = deps.name.holder;
    // Pairs that are listed later open with an empty book, as the store has it.
    const markets = { [Symbol.iterator]: () => deps.markets.values() };
    this.memory = new MarketMemory({ markets, nameOf: ({ terms }) => terms.pair, failed: deps.failed });
  }

  lastId(): number {
    return this.#deps.lastId();
  }

  label({ request }: SpotCommand): CommandLabel {
    // What a user asks for may be no pair at all.
    const market = request.kind === 'cancel' ? this.#marketOf(request.id) : this.#deps.markets.get(request.pair);
    return { command: request.kind, pair: market?.terms.pair ?? null };
  }

  /** Sent together it costs one round trip; one more when memory has to be reloaded first. */
  async read({ client, drizzle }: Transaction, commands: readonly SpotCommand[]): Promise<SpotReads> {
    // The balances a batch may change are derived from the books, so these must be current.
    if (this.memory.isStale) await this.rebuildStale({ client, drizzle });
    const placing = commands.flatMap(({ request, placingKey }) =>
      placingKey === null || request.kind !== 'place' ? [] : [{ owner: request.owner, key: placingKey.key }],
    );
    const finished = commands.flatMap(({ request }) =>
      request.kind === 'cancel' && this.#marketOf(request.id) === undefined ? [request] : [],
    );
    const priced = commands.flatMap(({ request }) =>
      request.kind === 'place' && request.fair !== undefined ? [request.owner] : [],
    );
    const [placed, answers, stored, locked, held] = await allInOrder([
      findPlaced(client, placing),
      findAnswers(client, commands.flatMap(answerKey)),
      findOrders(client, finished),
      this.#balances.lock(
        { client, drizzle },
        batchBalances(
          commands.map(({ request }) => request),
          (pair) => this.#deps.markets.get(pair),
          (orderId) => this.#marketOf(orderId),
        ),
      ),
      // Behind the balances: coins that were bought and can be spent by now have their hold.
      readHoldsOf(client, priced),
    ]);
    return { placed, answers, stored, locked, held };
  }

  work(commands: readonly SpotCommand[], reads: SpotReads, at: Ms): WorkedBatch<SpotReply> {
    const { ledger, nextId, isHeld, markets, committed } = this.#deps;
    const run = new SpotRun({
      funds: new BatchFunds(reads.locked.rows),
      at,
      held: reads.held,
      finished: reads.stored,
      nextId,
      isHeld,
      market: (pair) => markets.get(pair),
      marketOf: (orderId) => this.#marketOf(orderId),
    });
    const answers: (AnswerKey & StoredAnswer)[] = [];
    const verdicts: Verdict<SpotReply>[] = [];
    try {
      for (const command of commands) {
        if (run.journals.postings >= batchPostingsMax) break;
        verdicts.push(verdictOf(run, command, reads, answers));
      }
    } finally {
      this.memory.ranAhead(run.touched);
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
        this.memory.release();
      },
      publish: () => {
        ledger.changed(changed);
        if (run.touched.size > 0) committed(run, at, changed);
      },
    };
  }

  rebuildStale({ client }: Transaction): Promise<void> {
    return this.memory.rebuild(async (stale) => {
      const pairs = stale.map((market) => market.terms.pair);
      const stored = await loadMarkets(client, pairs);
      return (market) => market.rebuild(stored.get(market.terms.pair) ?? { orders: [], lastPrice: null });
    });
  }

  #marketOf(orderId: OrderId): SpotMarket | undefined {
    for (const market of this.#deps.markets.values()) if (market.open.has(orderId)) return market;
    return undefined;
  }
}
