import type { ClientBase, Pool } from 'pg';
import type { CheckedInput } from '../../../protocol/calls.ts';
import type { Withdrawal, WithdrawalState } from '../../../protocol/entities/withdrawal.ts';
import type { Page } from '../../../protocol/envelope.ts';
import { plainText } from '../../../protocol/text/plain-text.ts';
import type { TransferRefused } from '../chains/transfer-refused.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';
import { statesBefore } from './transitions.ts';
import {
  toWithdrawal,
  toWithdrawalRow,
  type Hindrance,
  type StoredWithdrawal,
  type WithdrawalRow,
} from './withdrawal-row.ts';
import type { WithdrawalTerms } from './rules.ts';

/** Withdrawals on their way that the account's topic starts with. */
const underWayShown = 50;

/** Writes a new withdrawal, under review. */
export async function insertWithdrawal(
  tx: Transaction,
  owner: bigint,
  terms: WithdrawalTerms,
  worth: bigint,
  now: number,
): Promise<WithdrawalRow> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `INSERT INTO withdrawals (owner, asset, chain, address, units, fee, worth, remark, state, needed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'under-review', $9, $10, $10) RETURNING *`,
    [owner, terms.asset, terms.chain, terms.address, terms.units, terms.fee, worth, terms.remark, terms.needed, now],
  );
  return only(rows);
}

/** How many withdrawals of a user wait for their review. */
export async function countUnderReview(client: ClientBase, owner: bigint): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawals WHERE owner = $1 AND state = 'under-review'`,
    [owner],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Moves a withdrawal to a state, from one of those that lead there; what has a transfer is never refused.
 *
 * @returns the row as it stands now, or null when it was in none of them: somebody else was faster
 */
export async function moveTo(
  tx: Transaction,
  id: bigint,
  state: Exclude<WithdrawalState, 'under-review'>,
  { now, reason = null, confirmations = null }: { now: number; reason?: string | null; confirmations?: number | null },
): Promise<WithdrawalRow | null> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `UPDATE withdrawals
        SET state = $2, updated_at = $3, reason = $4, confirmations = coalesce($5, confirmations), hindrance = NULL,
            approved_at = CASE WHEN $2 = 'approved' THEN $3 ELSE approved_at END
      WHERE id = $1 AND state = ANY ($6) AND ($2 <> 'refused' OR nonce IS NULL) RETURNING *`,
    [id, state, now, reason, confirmations, statesBefore(state)],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/** Writes how many blocks a transfer has. @returns the row, or null when it ended */
export async function writeConfirmations(
  tx: Transaction,
  id: bigint,
  confirmations: number,
  now: number,
): Promise<WithdrawalRow | null> {
  const { rows } = await tx.client.query<StoredWithdrawal>(
    `UPDATE withdrawals SET confirmations = $2, updated_at = $3
      WHERE id = $1 AND state = 'sent' RETURNING *`,
    [id, confirmations, now],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/**
 * Writes why approved withdrawals of a coin that have no transfer yet do not leave, or that nothing hinders them.
 *
 * @param above only those that the chain would have to carry more than this of; all of them when it is left out
 * @returns whether that was not known before
 */
export async function writeHindrance(
  pool: Pool,
  chain: string,
  asset: string,
  hindrance: Hindrance | null,
  above: bigint | null = null,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE withdrawals SET hindrance = $3
      WHERE chain = $1 AND asset = $2 AND state = 'approved' AND nonce IS NULL
        AND hindrance IS DISTINCT FROM $3 AND ($3 IS NOT NULL OR hindrance <> 'not-signed')
        AND ($4::bigint IS NULL OR units - fee > $4)`,
    [chain, asset, hindrance, above],
  );
  return (rowCount ?? 0) > 0;
}

/** Longest words of a node that are kept. */
const refusalMax = 300;

/**
 * Counts that the chain refused the transfer of one withdrawal once more.
 *
 * @param refusal what its node said, when it is tried again, and since when it is set aside for the operator
 * @returns the row, or null when it has ended
 */
export async function writeRefusal(
  pool: Pool,
  id: bigint,
  refusal: { readonly error: TransferRefused; readonly againAt: number; readonly asideAt: number | null },
): Promise<WithdrawalRow | null> {
  const text = plainText(refusal.error.message, 'line').slice(0, refusalMax);
  const { rows } = await pool.query<StoredWithdrawal>(
    `UPDATE withdrawals
        SET tries = tries + 1, refusal = $2, again_at = $3, aside_at = coalesce(aside_at, $4), refused_why = $5,
            hindrance = CASE WHEN nonce IS NULL THEN 'not-signed' ELSE hindrance END
      WHERE id = $1 AND state IN ('approved', 'sent') RETURNING *`,
    [id, text, refusal.againAt, refusal.asideAt, refusal.error.why],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/** Forgets refusals of one withdrawal: the chain took its transfer. */
export async function clearRefusals(pool: Pool, id: bigint): Promise<void> {
  await pool.query(
    `UPDATE withdrawals SET tries = 0, refused_why = NULL, refusal = NULL, again_at = NULL
      WHERE id = $1 AND state IN ('approved', 'sent') AND aside_at IS NULL`,
    [id],
  );
}

/** Withdrawals of a chain that wait for users, and since when the first of them does. */
export interface WaitingForUsers {
  readonly aside: { readonly count: number; readonly since: number | null };
  /** The paying account has not enough for them. */
  readonly short: { readonly count: number; readonly since: number | null };
}

export async function waitingForUsers(pool: Pool, chain: string): Promise<WaitingForUsers> {
  const { rows } = await pool.query<
    Record<'aside' | 'short', number> & Record<'aside_since' | 'short_since', string | null>
  >(
    `SELECT count(aside_at)::int AS aside, min(aside_at) AS aside_since,
            count(*) FILTER (WHERE hindrance = 'wallet-short' AND aside_at IS NULL)::int AS short,
            min(approved_at) FILTER (WHERE hindrance = 'wallet-short' AND aside_at IS NULL) AS short_since
       FROM withdrawals WHERE chain = $1 AND state IN ('approved', 'sent')`,
    [chain],
  );
  const found = rows[0];
  const since = (at: string | null | undefined) => (at === null || at === undefined ? null : Number(at));
  return {
    aside: { count: found?.aside ?? 0, since: since(found?.aside_since) },
    short: { count: found?.short ?? 0, since: since(found?.short_since) },
  };
}

/** Writes on everything under way of a chain that it does not answer, or that it does again. */
export async function writeChainAway(pool: Pool, chain: string, isAway: boolean): Promise<void> {
  await pool.query(
    `UPDATE withdrawals SET hindrance = CASE WHEN $2 THEN 'chain-away' END
      WHERE chain = $1 AND state IN ('approved', 'sent') AND coalesce(hindrance = 'chain-away', false) <> $2`,
    [chain, isAway],
  );
}

/** Transfers of a chain that are signed and not settled, in the order of their nonces. */
export async function signedUnderWay(pool: Pool, chain: string): Promise<WithdrawalRow[]> {
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE chain = $1 AND state IN ('approved', 'sent') AND nonce IS NOT NULL ORDER BY nonce`,
    [chain],
  );
  return rows.map(toWithdrawalRow);
}

/** Nothing leaves an account that an operator disabled, until it is enabled again. */
const ofOpenAccounts = 'NOT EXISTS (SELECT FROM users WHERE users.id = withdrawals.owner AND users.disabled)';

/** What waits for its transfer and is not set aside. */
const waits = `state = 'approved' AND nonce IS NULL AND aside_at IS NULL AND ${ofOpenAccounts}`;

/** Coins of a chain of which approved withdrawals wait for their transfer. */
export async function coinsWaiting(pool: Pool, chain: string): Promise<string[]> {
  const { rows } = await pool.query<{ asset: string }>(
    `SELECT DISTINCT asset FROM withdrawals WHERE chain = $1 AND ${waits}`,
    [chain],
  );
  return rows.map(({ asset }) => asset);
}

/**
 * The approved withdrawal of some coins of a chain that waits longest for its transfer, or null. Those whose transfer
 * could not be signed come last, so that they keep nobody waiting.
 *
 * @param coins with the most that the paying account can pay of each, as far as that was asked
 * @param without ids that had their try
 */
export async function nextForTransfer(
  pool: Pool,
  chain: string,
  coins: ReadonlyMap<string, bigint | null>,
  { without, now }: { readonly without: readonly bigint[]; readonly now: number },
): Promise<WithdrawalRow | null> {
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT withdrawals.* FROM withdrawals JOIN unnest($2::text[], $3::bigint[]) AS coin (asset, most) USING (asset)
      WHERE chain = $1 AND ${waits} AND id <> ALL ($4)
        AND (again_at IS NULL OR again_at <= $5) AND (coin.most IS NULL OR units - fee <= coin.most)
      ORDER BY tries > 0, approved_at, id LIMIT 1`,
    [chain, [...coins.keys()], [...coins.values()], without, now],
  );
  const row = rows[0];
  return row === undefined ? null : toWithdrawalRow(row);
}

/** A user's withdrawals that have not ended, newest first. */
export async function withdrawalsUnderWay(pool: Pool, owner: bigint): Promise<Withdrawal[]> {
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE owner = $1 AND state IN ('under-review', 'approved', 'sent') ORDER BY id DESC LIMIT ${underWayShown}`,
    [owner],
  );
  return rows.map((row) => toWithdrawal(toWithdrawalRow(row)));
}

/**
 * A user's own withdrawals, newest first.
 *
 * @throws Refusal `operationFailed` for a cursor that no page gave
 */
export async function listWithdrawals(
  pool: Pool,
  owner: bigint,
  { cursor, size, asset, state }: CheckedInput<'GET coinRecord'>,
): Promise<Page<Withdrawal>> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2)
        AND ($3::text IS NULL OR asset = $3) AND ($4::text IS NULL OR state = $4)
      ORDER BY id DESC LIMIT $5`,
    [owner, cursor ?? null, asset ?? null, state ?? null, size + 1],
  );
  const list = rows.slice(0, size).map((row) => toWithdrawal(toWithdrawalRow(row)));
  return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
}

function only(rows: readonly StoredWithdrawal[]): WithdrawalRow {
  const row = rows[0];
  if (row === undefined) throw new Error('a withdrawal was not written');
  return toWithdrawalRow(row);
}
