import type { OptionDirection } from '#protocol/options/entities.ts';
import { optionEntriesMax } from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { optionAsset, poolMaximum } from './rules.ts';
import type { RoundRow } from './round-row.ts';

/** A prediction to be placed. `stake` in the smallest unit of USDT. */
interface NewEntry {
  readonly round: bigint;
  readonly owner: bigint;
  readonly direction: OptionDirection;
  readonly stake: bigint;
}

/** What an entry changed. */
interface Entered {
  readonly entry: bigint;
  readonly round: RoundRow;
  readonly changed: readonly BalanceRow[];
}

/**
 * Enters a round: the round's row is locked first, so that pools, the number of entries and the lock time are checked
 * serially, and the time is read again once the row is locked.
 *
 * @throws Refusal `notFound`, `roundNoLongerOpen`, `prizePoolFull`, `alreadyJoinedPeriod`, `insufficientWalletBalance`
 */
export async function enterRound(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  clock: Clock,
  { round: id, owner, direction, stake }: NewEntry,
): Promise<Entered> {
  const { rows } = await tx.client.query<RoundRow>(
    `UPDATE option_rounds SET entries = entries + 1, ${direction} = ${direction} + $2 WHERE id = $1 RETURNING *`,
    [id, stake],
  );
  const round = rows[0];
  if (round === undefined) throw new Refusal('notFound');
  const at = clock();
  const takesEntries = round.phase === 'waiting' && at >= Number(round.opens_at) && at < Number(round.lock_at);
  if (!takesEntries) throw new Refusal('roundNoLongerOpen');
  if (round.entries > optionEntriesMax || BigInt(round[direction]) > poolMaximum) throw new Refusal('prizePoolFull');
  const inserted = await tx.client.query<{ id: string }>(
    `INSERT INTO option_entries (round_id, owner, direction, stake, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (round_id, owner) DO NOTHING RETURNING id`,
    [id, owner, direction, stake, at],
  );
  const entry = inserted.rows[0]?.id;
  if (entry === undefined) throw new Refusal('alreadyJoinedPeriod');
  const account = { owner, wallet: 'option', asset: optionAsset } as const;
  const changed = await ledger.post(tx, {
    kind: 'option-stake',
    reference: entry,
    at,
    postings: [
      { ...account, part: 'available', amount: -stake },
      { ...account, part: 'frozen', amount: stake },
    ],
  });
  return { entry: BigInt(entry), round, changed };
}
