import type { Pool } from 'pg';
import type { Chain, OursOf } from '../chains/chain.ts';
import type { Transaction } from '#server/core/store/database.ts';

/** The deposit address of a user on a chain, created and stored on first use. */
export async function ownAddress(pool: Pool, chain: Chain, owner: bigint, now: number): Promise<string> {
  const read = async () => {
    const { rows } = await pool.query<{ address: string }>(
      'SELECT address FROM deposit_addresses WHERE owner = $1 AND chain = $2',
      [owner, chain.id],
    );
    return rows[0]?.address ?? null;
  };
  const kept = await read();
  if (kept !== null) return kept;
  const made = chain.depositAddress(owner);
  await pool.query(
    'INSERT INTO deposit_addresses (owner, chain, address, at) VALUES ($1, $2, $3, $4) ON CONFLICT (owner, chain) DO NOTHING',
    [owner, chain.id, made, now],
  );
  const address = await read();
  if (address === null) throw new Error('a deposit address was not kept');
  return address;
}

/** Which addresses of a chain belong to users. */
export function oursOn(pool: Pool, chain: string): OursOf {
  return async (addresses) => {
    const { rows } = await pool.query<{ address: string }>(
      'SELECT address FROM deposit_addresses WHERE chain = $1 AND address = ANY ($2)',
      [chain, addresses],
    );
    return new Set(rows.map(({ address }) => address));
  };
}

/** The owners of addresses of a chain. */
export async function ownersOf(
  { client }: Transaction,
  chain: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await client.query<{ address: string; owner: string }>(
    'SELECT address, owner FROM deposit_addresses WHERE chain = $1 AND address = ANY ($2)',
    [chain, addresses],
  );
  return new Map(rows.map(({ address, owner }) => [address, BigInt(owner)]));
}
