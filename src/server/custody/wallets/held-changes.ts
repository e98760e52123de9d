import type { ClientBase } from 'pg';
import { entriesWithin } from '#server/core/ledger/entry-times.ts';
import { flowKinds } from './flows.ts';

/** Entries read per history. A user with more gets a history that starts later, never a wrong one. */
const entriesMax = 20_000;

/** The change of one coin over all wallets and parts, in the smallest unit. */
interface HeldChange {
  readonly asset: string;
  readonly units: bigint;
  /** The part that came in from outside, less what went out. */
  readonly flow: bigint;
}

/** The changes that led to the current holdings, as far back as known. */
export interface HeldChanges {
  /** By the first point that includes them: the first multiple of the step at or after them. */
  readonly bySlot: ReadonlyMap<number, readonly HeldChange[]>;
  /** The earliest time covered. */
  readonly knownFrom: number;
}

interface ChangeRow {
  readonly asset: string;
  readonly slot: string;
  readonly units: string;
  readonly flow: string;
  readonly earliest: string;
  readonly read: string;
}

/** When a user's first entry was written, or null when there is none. */
export async function firstEntryAt(client: ClientBase, owner: bigint): Promise<number | null> {
  const { rows } = await client.query<{ at: string }>(
    'SELECT at FROM ledger_entries WHERE owner = $1 ORDER BY id LIMIT 1',
    [owner],
  );
  return rows[0] === undefined ? null : Number(rows[0].at);
}

/**
 * Reads in one bounded query how a user's coins changed, summed per point.
 *
 * @param begun when the user's first entry was written
 * @param since the first point; earlier changes are ignored
 * @param stepMs the time between two points, which are multiples of it
 */
export async function heldChanges(
  client: ClientBase,
  owner: bigint,
  begun: number,
  since: number,
  stepMs: number,
): Promise<HeldChanges> {
  const { first } = await entriesWithin(client, owner, since, null);
  const { rows } = await client.query<ChangeRow>({
    name: 'wallet-held-changes',
    text: `
      WITH recent AS MATERIALIZED (
        SELECT asset, available + frozen + locked AS amount, kind, at FROM ledger_entries
         WHERE owner = $1 AND id >= $2 ORDER BY id DESC LIMIT ${entriesMax}
      )
      SELECT asset, ((at + $3::bigint - 1) / $3::bigint) * $3::bigint AS slot, sum(amount) AS units,
             coalesce(sum(amount) FILTER (WHERE kind IN (${flowKinds})), 0) AS flow,
             (SELECT min(at) FROM recent) AS earliest, (SELECT count(*) FROM recent) AS read
        FROM recent GROUP BY 1, 2`,
    values: [owner, first, stepMs],
  });
  const bySlot = new Map<number, HeldChange[]>();
  for (const { asset, slot, units, flow } of rows) {
    if (units === '0' && flow === '0') continue;
    const changes = bySlot.get(Number(slot)) ?? [];
    changes.push({ asset, units: BigInt(units), flow: BigInt(flow) });
    bySlot.set(Number(slot), changes);
  }
  const isTruncated = Number(rows[0]?.read ?? 0) >= entriesMax;
  return { bySlot, knownFrom: isTruncated ? Number(rows[0]?.earliest) : begun };
}
