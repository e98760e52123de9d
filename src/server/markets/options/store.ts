import { directionOf } from '#protocol/options/maths/payout.ts';
import type { OptionRound, TickProof } from '#protocol/options/entities.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { optionLockMs, optionTickToleranceMs } from '#protocol/core/limits.ts';
import { openRoundAt } from '../engine/option-round.ts';
import type { Retries } from '#server/core/jobs/retries.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { OptionCoin, Series } from './rules.ts';
import { type RoundDraws, secretsOf, walkOf } from './round-draws.ts';
import type { RoundRow } from './round-row.ts';

/** Decimal places at which prices are compared; no pair has more. */
const compareScale = 18;

/** What advancing rounds needs. */
interface MovingDeps {
  readonly now: number;
  readonly coins: readonly string[];
  readonly retries: Retries<string>;
  readonly draws: RoundDraws | null;
}

/** What opening rounds needs. */
interface OpeningDeps {
  readonly coins: readonly OptionCoin[];
  readonly proofs: ReadonlyMap<string, TickProof>;
  readonly draws: RoundDraws | null;
}

/**
 * Ensures that each series has a round open for entries at `now`. A round on simulated prices opens only with the
 * commitments to all of them.
 *
 * @param proofs the current ticks, by coin
 * @returns the new ones
 */
export async function openRounds(
  tx: Transaction,
  series: readonly Series[],
  now: number,
  { coins, proofs, draws }: OpeningDeps,
): Promise<RoundRow[]> {
  const rounds = series.flatMap(({ coin, cycle }) => {
    const times = { coin, cycle, ...openRoundAt(now, cycle * 1_000, optionLockMs) };
    const pair = coins.find((one) => one.coin === coin)?.pair.id;
    const opening = proofs.get(coin)?.deciding;
    if (draws === null || pair === undefined || opening?.entropy === undefined) {
      return [{ ...times, draw: null as string | null }];
    }
    if (draws.committedUntil() <= times.settleAt + optionTickToleranceMs) return [];
    return [{ ...times, draw: JSON.stringify({ opening, walk: walkOf(draws.walk(pair)) }) }];
  });
  const { rows } = await tx.client.query<RoundRow>(
    `INSERT INTO option_rounds (coin, cycle, period, opens_at, lock_at, strike_at, settle_at, draw)
     SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::jsonb[])
     ON CONFLICT (coin, cycle, strike_at) DO NOTHING RETURNING *`,
    [
      rounds.map(({ coin }) => coin),
      rounds.map(({ cycle }) => cycle),
      rounds.map(({ period }) => period),
      rounds.map(({ opensAt }) => opensAt),
      rounds.map(({ lockAt }) => lockAt),
      rounds.map(({ strikeAt }) => strikeAt),
      rounds.map(({ settleAt }) => settleAt),
      rounds.map(({ draw }) => draw),
    ],
  );
  return rows;
}

/**
 * Advances rounds by one tick of each coin: a tick at or after the published time, within the tolerance, is the strike
 * or the settlement; past the tolerance without one the round is void.
 *
 * @param proofs the current ticks, by coin; a coin whose index is not live has none
 * @param coins whose rounds are advanced
 * @param retries of rounds: a failing one is delayed, and the others advance
 * @returns the rounds that changed
 */
export async function moveRounds(
  tx: Transaction,
  proofs: ReadonlyMap<string, TickProof>,
  { now, coins, retries, draws }: MovingDeps,
): Promise<RoundRow[]> {
  const { rows } = await tx.client.query<RoundRow>(
    `SELECT * FROM option_rounds
      WHERE ((phase = 'waiting' AND strike_at <= $1) OR (phase = 'in-progress' AND settle_at <= $1))
        AND coin = ANY ($2)
      ORDER BY id FOR UPDATE`,
    [now, coins],
  );
  const changed: RoundRow[] = [];
  for (const row of rows) {
    // One that fails does not affect the others; without a savepoint there are no others.
    await tx.client.query('SAVEPOINT round');
    await retries.attempt(row.id, async () => {
      const next = nextOf(row, proofs.get(row.coin) ?? null, now);
      if (next === null) return;
      const isDecided = next.phase === 'settling' && next.settlement !== null;
      const secrets = isDecided ? secretsOf(row, next.settlement, draws) : null;
      changed.push(await writeOrUndo(tx, row.id, { ...next, secrets }));
    });
    await tx.client.query('RELEASE SAVEPOINT round');
  }
  return changed;
}

async function writeOrUndo(tx: Transaction, id: string, change: WrittenChange): Promise<RoundRow> {
  try {
    return await write(tx, id, change);
  } catch (error) {
    await tx.client.query('ROLLBACK TO SAVEPOINT round');
    throw error;
  }
}

type Change = Pick<RoundRow, 'phase' | 'strike' | 'settlement' | 'result'>;
type WrittenChange = Change & Pick<RoundRow, 'secrets'>;

/** The next state of a due round; null while its tick may still arrive. */
function nextOf(row: RoundRow, proof: TickProof | null, now: number): Change | null {
  const dueAt = Number(row.phase === 'waiting' ? row.strike_at : row.settle_at);
  const tick = proof?.deciding ?? null;
  const decides = tick !== null && tick.at >= dueAt && tick.at <= dueAt + optionTickToleranceMs;
  if (!decides) {
    const isLost = now > dueAt + optionTickToleranceMs;
    return isLost ? { phase: 'settling', strike: row.strike, settlement: null, result: null } : null;
  }
  if (row.phase === 'waiting') return { phase: 'in-progress', strike: proof, settlement: null, result: null };
  if (row.strike === null) throw new Error(`round ${row.id} is in progress without a strike`);
  return { phase: 'settling', strike: row.strike, settlement: proof, result: resultOf(row.strike, tick.price) };
}

function resultOf(strike: TickProof, settlement: string): OptionRound['result'] {
  return directionOf(toUnits(strike.deciding.price, compareScale), toUnits(settlement, compareScale));
}

async function write(tx: Transaction, id: string, change: WrittenChange): Promise<RoundRow> {
  const { phase, strike, settlement, result, secrets } = change;
  const json = (proof: TickProof | null) => (proof === null ? null : JSON.stringify(proof));
  const { rows } = await tx.client.query<RoundRow>(
    `UPDATE option_rounds SET phase = $2, strike = $3, settlement = $4, result = $5, secrets = $6
      WHERE id = $1 RETURNING *`,
    [id, phase, json(strike), json(settlement), result, secrets === null ? null : JSON.stringify(secrets)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`round ${id} vanished under its lock`);
  return row;
}
