import type { Pool } from 'pg';
import { plainText } from '#protocol/core/text/plain-text.ts';
import type { TransferRefused } from '#server/custody/chains/transfer-refused.ts';
import { toWithdrawalRow, type Hindrance, type StoredWithdrawal, type WithdrawalRow } from '../withdrawal-row.ts';

/**
 * Records why approved withdrawals of a coin without a transfer are hindered, or clears it.
 *
 * @param above only those with a transfer amount above this; all of them by default
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

/** Maximum length of a stored node message. */
const refusalMax = 300;

/**
 * Counts a refusal of a withdrawal's transfer by the chain.
 *
 * @param refusal the node's message, the time of the retry, and since when it is set aside for the operator
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

/** Resets the refusals of a withdrawal whose transfer was accepted. */
export async function clearRefusals(pool: Pool, id: bigint): Promise<void> {
  await pool.query(
    `UPDATE withdrawals SET tries = 0, refused_why = NULL, refusal = NULL, again_at = NULL
      WHERE id = $1 AND state IN ('approved', 'sent') AND aside_at IS NULL`,
    [id],
  );
}

/** Withdrawals of a chain that wait for the operator, and since when the first does. */
interface WaitingForUsers {
  readonly aside: { readonly count: number; readonly since: number | null };
  /** The paying account is short for them. */
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

/** Marks all pending withdrawals of a chain as hindered by its outage, or clears the mark. */
export async function writeChainAway(pool: Pool, chain: string, isAway: boolean): Promise<void> {
  await pool.query(
    `UPDATE withdrawals SET hindrance = CASE WHEN $2 THEN 'chain-away' END
      WHERE chain = $1 AND state IN ('approved', 'sent') AND coalesce(hindrance = 'chain-away', false) <> $2`,
    [chain, isAway],
  );
}

/** Signed, unsettled transfers of a chain, in nonce order. */
export async function signedUnderWay(pool: Pool, chain: string): Promise<WithdrawalRow[]> {
  const { rows } = await pool.query<StoredWithdrawal>(
    `SELECT * FROM withdrawals
      WHERE chain = $1 AND state IN ('approved', 'sent') AND nonce IS NOT NULL ORDER BY nonce`,
    [chain],
  );
  return rows.map(toWithdrawalRow);
}

/** No payouts from a disabled account until it is enabled again. */
const ofOpenAccounts = 'NOT EXISTS (SELECT FROM users WHERE users.id = withdrawals.owner AND users.disabled)';

/** Approved, without a transfer, and not set aside. */
const waits = `state = 'approved' AND nonce IS NULL AND aside_at IS NULL AND ${ofOpenAccounts}`;

/** Coins of a chain with approved withdrawals waiting for a transfer. */
export async function coinsWaiting(pool: Pool, chain: string): Promise<string[]> {
  const { rows } = await pool.query<{ asset: string }>(
    `SELECT DISTINCT asset FROM withdrawals WHERE chain = $1 AND ${waits}`,
    [chain],
  );
  return rows.map(({ asset }) => asset);
}

/**
 * The approved withdrawal of some coins of a chain that has waited longest for its transfer, or null. Those whose
 * transfer could not be signed come last, so that they do not block others.
 *
 * @param coins with the payable amount of each, if already queried
 * @param without ids already tried
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
