import { boughtHoldMs } from '../../../../protocol/fiat.ts';
import type { Transaction } from '../../../core/store/database.ts';

/** The coins a user got in fiat orders within `boughtHoldMs`, and until when the first of them are held. */
export async function boughtLately(
  { client }: Pick<Transaction, 'client'>,
  owner: bigint,
  asset: string,
  now: number,
): Promise<{ readonly units: bigint; readonly until: number }> {
  const { rows } = await client.query<{ units: string; first: string | null }>(
    `SELECT coalesce(sum(units), 0) AS units, min(ended_at) AS first FROM fiat_orders
      WHERE buyer = $1 AND state = 'completed' AND ended_at > $3 AND asset = $2`,
    [owner, asset, now - boughtHoldMs],
  );
  return { units: BigInt(rows[0]?.units ?? 0), until: Number(rows[0]?.first ?? now) + boughtHoldMs };
}
