import type { Ms } from '#protocol/core/brand.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import { answerKeyText } from '#server/core/idempotency/stored-answers.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { PauseWatch } from '#server/core/clock/pause-watch.ts';
import { GroupCommit } from '#server/core/commit/group-commit.ts';
import { type IdRange, nextIdIn } from '#server/core/commit/id-range.ts';
import type { WriterName } from '#server/core/commit/writer-fence.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { OwnWriter } from '#server/cluster/placement/own-writer.ts';
import { type BookedPair, openingOf } from './auction/phase.ts';
import type { SpotCommand } from './command.ts';
import { SpotCommits, type SpotReads } from './commits.ts';
import { SpotMarket } from './market.ts';
import type { SpotOrder } from './order.ts';
import { placingKeyOf } from './order-lookups.ts';
import { termsOf } from './pair-terms.ts';
import type { SpotFamily } from './remote/messages.ts';
import type { SpotReply } from './replies.ts';
import type { SpotRun } from './run.ts';
import type { ExchangeRequest, SpotRequest } from './spot.ts';

interface PairWriterDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Who writes, and its share of the ids. */
  readonly name: WriterName;
  readonly idRange: IdRange;
  /** Whether nothing of a pair may move now. Checked per command. */
  readonly isStopped: (pair: BookedPair) => boolean;
  /** Called after each commit that changed a market. */
  readonly committed: (run: SpotRun, at: Ms, balances: readonly BalanceRow[]) => void;
  /** Called for failed writes and halted markets. */
  readonly failed: (error: unknown, what: string) => void;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly settled: () => void;
  /** Called once when the writer, which was assigned to this process, was taken from it. */
  readonly taken?: () => void;
  readonly tracer: Tracer | null;
  readonly pauseWatch?: Pick<PauseWatch, 'pauses'>;
}

/** The writer of pairs that belong to the server that owns the data, and the first part of those that it assigns. */
export const spotWriter = 'spot';

/** What the exchange itself requests. */
const keyless = { twin: null, isRepeatable: true } as const;

/** A command of the exchange itself. */
const exchangeCommand = (request: ExchangeRequest): SpotCommand => ({
  request,
  idempotencyKey: null,
  placingKey: null,
});

/** The one writer of some pairs: their books in memory, and the group commit of what is done to them. */
export class PairWriter implements OwnWriter<SpotFamily> {
  readonly markets = new Map<string, SpotMarket>();
  readonly #deps: PairWriterDeps;
  readonly #pairs = new Map<string, BookedPair>();
  readonly #area: SpotCommits;
  readonly #commits: GroupCommit<SpotCommand, SpotReply, SpotReads>;
  #lastId = 0;

  /** @param pairs that are written here from the beginning; loaded by `open` */
  constructor(deps: PairWriterDeps, pairs: readonly BookedPair[]) {
    const { ledger, clock, idRange, name, committed, failed, tracer, database, settled, taken } = deps;
    this.#deps = deps;
    for (const pair of pairs) this.#list(pair);
    this.#area = new SpotCommits({
      name,
      ledger,
      markets: this.markets,
      isHeld: (market) => this.isHeld(market),
      nextId: () => (this.#lastId = nextIdIn(idRange, this.#lastId, clock())),
      lastId: () => this.#lastId,
      failed,
      committed,
    });
    const area = this.#area;
    this.#commits = new GroupCommit({
      database,
      clock,
      area,
      failed,
      settled,
      ...(taken === undefined ? {} : { taken }),
      tracer,
    });
  }

  /**
   * Takes the writer's fence and loads its pairs from the store.
   *
   * @param fromId ids that are assigned are above it
   * @throws WriterTaken when it was assigned and is not any more
   * @throws what the store throws
   */
  async open(fromId = 0): Promise<void> {
    this.#lastId = Math.max(fromId, await this.#commits.open());
  }

  /** Whether it writes a pair now. */
  has(pair: string): boolean {
    return this.markets.has(pair);
  }

  /** Whether nothing of a market moves now. */
  isHeld(market: SpotMarket): boolean {
    const pair = this.#pairs.get(market.terms.pair);
    return market.halted !== null || pair === undefined || this.#deps.isStopped(pair);
  }

  /** Whether a market does not trade now. */
  isStopped(market: SpotMarket): boolean {
    return this.isHeld(market) || market.phaseAt(this.#deps.clock()) !== 'trading';
  }

  /**
   * Places or cancels.
   *
   * @throws Refusal
   * @throws OutcomeUnknown when it may have been done
   */
  async submit(request: SpotRequest, key: IdempotencyKey | null): Promise<SpotOrder> {
    const twin = key && { key: answerKeyText({ ...key, userId: request.owner }), bodyHash: key.bodyHash };
    const command = { request, idempotencyKey: key, placingKey: placingKeyOf(request, key) };
    return orderOf(await this.#commits.submit(command, { twin, isRepeatable: false }));
  }

  /** Executes what the exchange itself requests; it may be done again after a doubt. */
  async execute(request: ExchangeRequest): Promise<void> {
    await this.#commits.submit(exchangeCommand(request), keyless);
  }

  /**
   * Writes pairs from now on that another engine wrote until now, and loads them. The move is committed already.
   *
   * @param fromId ids that are assigned from now on are above it
   * @throws Refusal `busyRetry` while the store is away; they are loaded before their first command in any case
   */
  async adopt(pairs: readonly BookedPair[], fromId: number): Promise<void> {
    this.#lastId = Math.max(this.#lastId, fromId);
    for (const pair of pairs) this.#list(pair);
    await this.#load(pairs);
  }

  /** Does not write a pair any more. The move is committed already, and nothing of the pair waits here. */
  release(pair: string): void {
    const market = this.markets.get(pair);
    if (market !== undefined) this.#area.memory.forget(market);
    this.markets.delete(pair);
    this.#pairs.delete(pair);
  }

  /**
   * Takes what is listed now of the pairs that are written here: books of new pairs open, with what the store has of one
   * that had no price until now, and the book of a pair that is not among them any more is gone, unless orders rest in it.
   *
   * @returns whether orders rest in books that opened
   * @throws Error when a pair's terms are unsound, or its steps changed
   * @throws Refusal as `adopt`
   */
  async follow(listed: readonly BookedPair[]): Promise<boolean> {
    const opened = listed.filter(({ id }) => !this.markets.has(id));
    for (const pair of listed) this.#list(pair);
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, market] of this.markets) {
      if (ids.has(id)) continue;
      this.#pairs.delete(id);
      if (market.open.size === 0) this.markets.delete(id);
    }
    await this.#load(opened);
    return opened.some(({ id }) => (this.markets.get(id)?.open.size ?? 0) > 0);
  }

  /** Drains what was submitted; refuses later commands. */
  close(): Promise<void> {
    return this.#commits.close();
  }

  async #load(pairs: readonly BookedPair[]): Promise<void> {
    for (const pair of pairs) {
      const market = this.markets.get(pair.id);
      if (market !== undefined) this.#area.memory.distrust(market);
    }
    await Promise.all(pairs.map(({ id }) => this.execute({ kind: 'load', pair: id })));
  }

  #list(pair: BookedPair): void {
    const terms = termsOf(pair);
    const opening = openingOf(pair);
    const market = this.markets.get(pair.id);
    if (market === undefined) this.markets.set(pair.id, new SpotMarket(terms, opening, this.#deps.pauseWatch));
    else market.retune(terms, opening);
    this.#pairs.set(pair.id, pair);
  }
}

/** @throws Error for the reply to what was no order: a broken invariant */
function orderOf(reply: SpotReply): SpotOrder {
  if (reply === null) throw new Error('an order was answered without an order');
  return reply;
}
