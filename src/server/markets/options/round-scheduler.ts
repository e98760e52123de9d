import type { TickEntropy } from '#protocol/options/entities.ts';
import { fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import { optionTickToleranceMs } from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Logger } from '#server/core/log/log.ts';
import { allInTurn, recovering, type Recovering } from '#server/core/jobs/recovering.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import type { Database } from '#server/core/store/database.ts';
import type { PracticeBots } from './practice-bots.ts';
import { optionAsset, type OptionCoin, type Series, seriesName, seriesOf } from './rules.ts';
import type { RoundBoard } from './round-board.ts';
import type { RoundDraws } from './round-draws.ts';
import { toRound, type RoundRow } from './round-row.ts';
import { moveRounds, openRounds } from './store.ts';
import { settleRound } from './settling.ts';
import type { NewTick, TickChain } from './tick-chain.ts';

/** The index of a pair in whole ticks, or null while too few sources are alive. */
export type IndexOf = (
  pair: string,
  now: number,
) => { readonly ticks: number; readonly entropy?: TickEntropy | undefined } | null;

interface RoundSchedulerDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'post' | 'changed'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly coins: readonly OptionCoin[];
  readonly indexOf: IndexOf;
  /** While it stops options or their coin, no entry is accepted and nothing is settled; ended rounds wait. */
  readonly gate: Pick<Gate, 'isStopped'>;
  readonly chain: TickChain;
  readonly board: RoundBoard;
  /** Null outside of practice mode. */
  readonly bots: PracticeBots | null;
  /** The randomness of simulated prices; absent with real prices of other exchanges. */
  readonly draws?: RoundDraws | null;
}

/**
 * Advances every series once a second: appends an index tick to the chain, then opens, strikes and settles rounds. Each
 * step is one transaction, so that it can crash anywhere and resume after a restart. Memory is reloaded from the store
 * after a failed step, and a failing round delays no other.
 */
export class RoundScheduler {
  readonly #deps: RoundSchedulerDeps;
  readonly #series: readonly Series[];
  /** Rounds the practice bots have entered or were refused by. */
  readonly #botsEntered = new Set<string>();
  readonly #ticking: Recovering;
  /** After a failure each coin advances in its own transaction, until all succeed. */
  #isApart = false;
  readonly #moving: Retries<string>;
  readonly #settling: Retries<string>;
  readonly #entering: Retries<string>;

  constructor(deps: RoundSchedulerDeps) {
    this.#deps = deps;
    this.#series = seriesOf(deps.coins);
    this.#ticking = recovering(() => this.#load());
    const retries = (what: string) =>
      new Retries<string>(deps.clock, (error, round) => {
        deps.logger.error({ err: error, round }, what);
        // A failed step may still be durable.
        this.doubt();
      });
    this.#moving = retries('a round could not advance');
    this.#settling = retries('a round could not be settled');
    this.#entering = retries('the practice traders could not enter');
  }

  /** One step at the current time. @throws the failures, once every part has run */
  async step(): Promise<void> {
    const now = this.#deps.clock();
    const parts = [() => this.#ticking.step(() => this.#tick(now)), () => this.#settle(), () => this.#enterBots(now)];
    await allInTurn(parts, 'options');
  }

  /** Makes the next step reload from the store, as after an outage. */
  doubt(): void {
    this.#ticking.doubt();
  }

  /** The number of rounds whose last attempt failed. */
  get failing(): number {
    return this.#moving.failing.count + this.#settling.failing.count;
  }

  async #load(): Promise<void> {
    const { database, clock, chain, board } = this.#deps;
    await chain.load(database);
    await loadBoard(database, board, clock());
    const held = new Set(board.heldIds());
    for (const id of this.#botsEntered) if (!held.has(id)) this.#botsEntered.delete(id);
  }

  async #tick(now: number): Promise<void> {
    const { coins } = this.#deps;
    const parts = this.#isApart ? coins.map((coin) => [coin]) : [coins];
    this.#isApart = true;
    await allInTurn(
      parts.map((some) => () => this.#tickOf(some, now)),
      'ticks of options',
    );
    this.#isApart = false;
  }

  /** Appends the tick of some coins and applies it to their rounds, in one transaction. */
  async #tickOf(coins: readonly OptionCoin[], now: number): Promise<void> {
    const { database, chain, board, draws = null } = this.#deps;
    const ticks = this.#ticksAt(coins, now);
    const names = coins.map(({ coin }) => coin);
    const series = this.#series.filter(({ coin }) => names.includes(coin));
    const { proofs, rounds } = await database.transaction(async (tx) => {
      const written = await chain.append(tx, ticks);
      const opened = await openRounds(tx, series, now, { coins, proofs: written, draws });
      const moved = await moveRounds(tx, written, { now, coins: names, retries: this.#moving, draws });
      return { proofs: written, rounds: [...opened, ...moved] };
    });
    chain.keep(proofs);
    for (const { coin, at, price } of ticks) board.tick(series, coin, [at, price]);
    board.put(rounds.map(toRound));
  }

  /** Whether a coin's index is live, so that a round entered now can be settled. */
  isOpen(coin: string): boolean {
    const found = this.#deps.coins.find((one) => one.coin === coin);
    const { indexOf, clock } = this.#deps;
    return found !== undefined && !this.#isStopped() && indexOf(found.pair.id, clock()) !== null;
  }

  #isStopped(): boolean {
    return this.#deps.gate.isStopped('options', { assets: [optionAsset] });
  }

  #ticksAt(coins: readonly OptionCoin[], now: number): NewTick[] {
    return coins.flatMap(({ coin, pair }) => {
      const index = this.#deps.indexOf(pair.id, now);
      if (index === null) return [];
      const units = BigInt(index.ticks) * toUnits(pair.tickSize, pair.priceDecimals);
      return [{ coin, at: now, price: fromUnitsFixed(units, pair.priceDecimals), entropy: index.entropy }];
    });
  }

  async #settle(): Promise<void> {
    if (this.#isStopped()) return;
    const { database, ledger, clock, board } = this.#deps;
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT id FROM option_rounds WHERE phase = 'settling' ORDER BY id",
    );
    for (const { id } of rows) {
      await this.#settling.attempt(id, async () => {
        const settled = await database.transaction((tx) => settleRound(tx, ledger, BigInt(id), clock()));
        if (settled === null) return;
        ledger.changed(settled.changed);
        board.put([toRound(settled.round)]);
        this.#botsEntered.delete(id);
      });
    }
    // A failed round may have been settled after all: then it is no longer due.
    const waiting = new Set(rows.map(({ id }) => id));
    for (const id of this.#settling.keys()) if (!waiting.has(id)) this.#settling.forget(id);
  }

  /** The practice bots enter viewed rounds early enough for users to see the pools. */
  async #enterBots(now: number): Promise<void> {
    const { bots, board } = this.#deps;
    if (bots === null || this.#isStopped()) return;
    for (const series of this.#series) {
      if (!board.isViewed(series, now)) continue;
      const open = board
        .rounds(series)
        .find((round) => round.phase === 'waiting' && now >= round.opensAt && now < round.lockAt - 1_000);
      if (open === undefined || this.#botsEntered.has(open.id)) continue;
      await this.#entering.attempt(seriesName(series), async () => {
        await this.#enterBotsInto(bots, open.id);
        this.#botsEntered.add(open.id);
      });
    }
  }

  async #enterBotsInto(bots: PracticeBots, id: string): Promise<void> {
    const { database, ledger, board } = this.#deps;
    let changed: readonly BalanceRow[] = [];
    try {
      const round = await database.transaction(async (tx) => {
        const { rows } = await tx.client.query<RoundRow>(
          'SELECT * FROM option_rounds WHERE id = $1 FOR NO KEY UPDATE',
          [id],
        );
        const row = rows[0];
        if (row === undefined) return null;
        const entered = await bots.enter(tx, row);
        changed = entered.changed;
        return entered.round;
      });
      ledger.changed(changed);
      if (round !== null) board.put([toRound(round)]);
    } catch (error) {
      // After a restart they may have joined already, and a round may lock meanwhile; both are harmless.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Loads open rounds into the board and updates those it holds. */
export async function loadBoard({ pool }: Pick<Database, 'pool'>, board: RoundBoard, now: number): Promise<void> {
  const { rows } = await pool.query<RoundRow>(
    `SELECT * FROM option_rounds
      WHERE (phase IN ('waiting', 'in-progress', 'settling') AND settle_at > $1) OR id = ANY ($2::bigint[])`,
    [now - optionTickToleranceMs, board.heldIds()],
  );
  board.put(rows.map(toRound));
}
