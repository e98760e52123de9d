import { ConfigError, type Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';

/** Data of one mode was opened in the other. */
export class WrongMode extends ConfigError {}

/** A chain's node is on a different network than the stored data. */
export class ForeignNetwork extends ConfigError {}

type Mode = Config['mode'];
type Pool = Database['pool'];

/** The mode that the data belongs to, or null before its first start by a version that records it. */
export async function readMode(pool: Pool): Promise<Mode | null> {
  // The console may run beside a server of an earlier version, which has no such table.
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('store_identity') IS NOT NULL AS there`,
  );
  if (tables[0]?.there !== true) return null;
  const { rows } = await pool.query<{ mode: Mode }>('SELECT mode FROM store_identity');
  return rows[0]?.mode ?? null;
}

/**
 * Opens the data in a mode; the first mode to open it is permanent.
 *
 * @param now epoch milliseconds
 * @throws WrongMode when the data belongs to the other mode
 */
export async function claimMode(pool: Pool, mode: Mode, now: number): Promise<void> {
  await pool.query('INSERT INTO store_identity (mode, created_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    mode,
    now,
  ]);
  await refuseOtherMode(pool, mode);
}

/** Only checks. @throws WrongMode when the data belongs to the other mode */
export async function refuseOtherMode(pool: Pool, mode: Mode): Promise<void> {
  const kept = await readMode(pool);
  if (kept === null || kept === mode) return;
  throw new WrongMode(
    `This data belongs to ${kept} mode and is never opened with MODE=${mode}. ` +
      `Start it with MODE=${kept}, or name other data with DATA_DIR or DATABASE_URL.`,
  );
}

/**
 * Binds a chain to the network it was first followed on.
 *
 * @param networkId the chain id reported by its node
 * @param now epoch milliseconds
 * @throws ForeignNetwork when the data followed another one
 */
export async function rememberNetwork(pool: Pool, chain: string, networkId: number, now: number): Promise<void> {
  const kept = (await networkOf(pool, chain)) ?? (await keepNetwork(pool, chain, networkId, now));
  if (kept === networkId) return;
  throw new ForeignNetwork(
    `This data follows ${chain} on the network with chain id ${kept}, and its node is on ${networkId}. ` +
      `Name a node of that network with EVM_RPC_URL, or other data with DATA_DIR or DATABASE_URL.`,
  );
}

async function keepNetwork(pool: Pool, chain: string, networkId: number, now: number): Promise<number | null> {
  await pool.query(
    'INSERT INTO store_chains (chain, network_id, since) VALUES ($1, $2, $3) ON CONFLICT (chain) DO NOTHING',
    [chain, networkId, now],
  );
  return networkOf(pool, chain);
}

async function networkOf(pool: Pool, chain: string): Promise<number | null> {
  const { rows } = await pool.query<{ network: string }>(
    'SELECT network_id AS network FROM store_chains WHERE chain = $1',
    [chain],
  );
  return rows[0] === undefined ? null : Number(rows[0].network);
}
