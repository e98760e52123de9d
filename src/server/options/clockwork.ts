import { fromUnitsFixed, toUnits } from '../../contract/decimal.ts';
import { optionTickToleranceMs } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import type { Crowd } from './crowd.ts';
import { optionAsset, type OptionCoin, type Series, seriesOf } from './option-terms.ts';
import type { RoundBoard } from './round-board.ts';
import { toRound, type RoundRow } from './round-row.ts';
import { moveRounds, openRounds } from './round-store.ts';
import { settleRound } from './settling.ts';
import type { NewTick, TickChain } from './tick-chain.ts';

/** The index of a pair in whole ticks, or null while too few sources are alive. */
export type IndexOf = (pair: string, now: number) => { readonly ticks: number } | null;

/** What the clockwork drives. */
export interface ClockworkDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'post' | 'changed'>;
  readonly clock: Clock;
  readonly coins: readonly OptionCoin[];
  readonly indexOf: IndexOf;
  /** Whether the audit stopped a coin: no entry is taken then. */
  readonly isHalted: (asset: string) => boolean;
  readonly chain: TickChain;
  readonly board: RoundBoard;
  /** Null outside of practice mode. */
  readonly crowd: Crowd | null;
}

/**
 * Moves every series on: a tick of the index into the chain, rounds opened, struck, and settled. Once a second; each
 * step is one transaction, so that it can die anywhere and go on after a restart.
 */
export class Clockwork {
  readonly #deps: ClockworkDeps;
  readonly #series: readonly Series[];
  /** Rounds the crowd has entered or was refused by. */
  readonly #crowded = new Set<string>();

  constructor(deps: ClockworkDeps) {
    this.#deps = deps;
    this.#series = seriesOf(deps.coins);
  }

  /** One step at the time of the clock. */
  async step(): Promise<void> {
    const { database, clock, chain, board } = this.#deps;
    const now = clock();
    const ticks = this.#ticksAt(now);
    const { proofs, rounds } = await database.transaction(async (tx) => {
      const opened = await openRounds(tx, this.#series, now);
      const written = await chain.append(tx, ticks);
      return { proofs: written, rounds: [...opened, ...(await moveRounds(tx, written, now))] };
    });
    chain.keep(proofs);
    for (const { coin, at, price } of ticks) board.tick(this.#series, coin, [at, price]);
    board.put(rounds.map(toRound));
    await this.#settle();
    await this.#crowdIn(now);
  }

  /** Whether a coin's index is live, so that a round entered now can be decided. */
  isOpen(coin: string): boolean {
    const found = this.#deps.coins.find((one) => one.coin === coin);
    const { indexOf, isHalted, clock } = this.#deps;
    return found !== undefined && !isHalted(optionAsset) && indexOf(found.pair.id, clock()) !== null;
  }

  #ticksAt(now: number): NewTick[] {
    return this.#deps.coins.flatMap(({ coin, pair }) => {
      const index = this.#deps.indexOf(pair.id, now);
      if (index === null) return [];
      const units = BigInt(index.ticks) * toUnits(pair.tickSize, pair.priceDecimals);
      return [{ coin, at: now, price: fromUnitsFixed(units, pair.priceDecimals) }];
    });
  }

  async #settle(): Promise<void> {
    const { database, ledger, clock, board } = this.#deps;
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT id FROM option_rounds WHERE phase = 'settling' ORDER BY id",
    );
    for (const { id } of rows) {
      const settled = await database.transaction((tx) => settleRound(tx, ledger, BigInt(id), clock()));
      if (settled === null) continue;
      ledger.changed(settled.changed);
      board.put([toRound(settled.round)]);
      this.#crowded.delete(id);
    }
  }

  /** The house's traders enter what somebody looks at, early enough for people to see the pools. */
  async #crowdIn(now: number): Promise<void> {
    const { crowd, board } = this.#deps;
    if (crowd === null) return;
    for (const series of this.#series) {
      if (!board.isAttended(series, now)) continue;
      const open = board
        .rounds(series)
        .find((round) => round.phase === 'waiting' && now >= round.opensAt && now < round.lockAt - 1_000);
      if (open === undefined || this.#crowded.has(open.id)) continue;
      this.#crowded.add(open.id);
      await this.#enterCrowd(crowd, open.id);
    }
  }

  async #enterCrowd(crowd: Crowd, id: string): Promise<void> {
    const { database, ledger, board } = this.#deps;
    let changed: readonly BalanceRow[] = [];
    try {
      const round = await database.transaction(async (tx) => {
        const { rows } = await tx.client.query<RoundRow>('SELECT * FROM option_rounds WHERE id = $1', [id]);
        const row = rows[0];
        if (row === undefined) return null;
        const entered = await crowd.enter(tx, row);
        changed = entered.changed;
        return entered.round;
      });
      ledger.changed(changed);
      if (round !== null) board.put([toRound(round)]);
    } catch (error) {
      // After a restart they have joined already, and a round may lock meanwhile: people trade on without them.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Fills the board with the rounds that are still open, after a start. */
export async function loadBoard({ pool }: Pick<Database, 'pool'>, board: RoundBoard, now: number): Promise<void> {
  const { rows } = await pool.query<RoundRow>(
    `SELECT * FROM option_rounds WHERE phase IN ('waiting', 'in-progress', 'settling') AND settle_at > $1`,
    [now - optionTickToleranceMs],
  );
  board.put(rows.map(toRound));
}
