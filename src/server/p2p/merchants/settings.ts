import type { CheckedInput } from '#protocol/calls.ts';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import { blockedUsersMax } from '#protocol/p2p/currencies.ts';
import { isOpenAt, type OpeningHours } from '#protocol/p2p/opening-hours.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable } from '#server/core/store/database.ts';
import type { ChangeMark } from '../changed-rows.ts';
import { readApplicant } from './store.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';

/** How a merchant trades; see `merchantSettings` for the meaning. */
export interface SettingsRow {
  readonly owner: bigint;
  readonly paused: boolean;
  readonly hours: OpeningHours | null;
  readonly autoReply: string;
  readonly blocked: readonly bigint[];
  readonly updatedAt: number;
}

interface StoredSettings {
  readonly owner: string;
  readonly paused: boolean;
  readonly hours_from: number | null;
  readonly hours_to: number | null;
  readonly offset_minutes: number;
  readonly auto_reply: string;
  readonly blocked: readonly string[];
  readonly updated_at: string;
}

function toSettings(stored: StoredSettings): SettingsRow {
  const { hours_from: from, hours_to: to, offset_minutes: offsetMinutes } = stored;
  return {
    owner: BigInt(stored.owner),
    paused: stored.paused,
    hours: from === null || to === null ? null : { from, to, offsetMinutes },
    autoReply: stored.auto_reply,
    blocked: stored.blocked.map(BigInt),
    updatedAt: Number(stored.updated_at),
  };
}

/** A merchant's settings; one who never set anything is always open. */
export async function readSettings(client: Queryable, owner: bigint): Promise<SettingsRow> {
  const { rows } = await client.query<StoredSettings>('SELECT * FROM merchant_settings WHERE owner = $1', [owner]);
  const [row] = rows;
  if (row !== undefined) return toSettings(row);
  return { owner, paused: false, hours: null, autoReply: '', blocked: [], updatedAt: 0 };
}

/** Settings that changed after a mark, whose id is the owner's, in the order of their change, at most `size`. */
export async function changedSettings(client: Queryable, from: ChangeMark, size: number): Promise<SettingsRow[]> {
  const { rows } = await client.query<StoredSettings>(
    `SELECT * FROM merchant_settings WHERE (updated_at, owner) > ($1, $2) ORDER BY updated_at, owner LIMIT $3`,
    [from.updatedAt, from.id, size],
  );
  return rows.map(toSettings);
}

/** Whether a merchant's adverts can be taken. */
export function isTrading({ paused, hours }: Pick<SettingsRow, 'paused' | 'hours'>, now: number): boolean {
  return !paused && isOpenAt(hours, now);
}

/** Settings as their merchant sees them. */
export async function shownSettings(client: Queryable, row: SettingsRow, now: number): Promise<MerchantSettings> {
  const { rows } = await client.query<{ id: string; nickname: string | null }>(
    'SELECT id, nickname FROM users WHERE id = ANY ($1::bigint[])',
    [row.blocked.map(String)],
  );
  const nicknames = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  return {
    paused: row.paused,
    hours: row.hours,
    open: isTrading(row, now),
    autoReply: row.autoReply,
    blocked: row.blocked.map((id) => ({ id: id.toString(), nickname: nicknames.get(id.toString()) ?? null })),
  };
}

export interface SettingsDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  /** The other side of an order of a user; null for any other order. */
  readonly counterpartyOf: (client: Queryable, user: bigint, order: bigint) => Promise<bigint | null>;
  /** Called after the commit of changed settings. */
  readonly settingsChanged: (row: SettingsRow) => void;
}

/**
 * Changes a merchant's settings; what is left out stays.
 *
 * @throws Refusal `notFound` to block the other side of an order that is not the merchant's, `quantityOutOfRange` beyond
 *   the most that may be blocked
 */
export async function changeSettings(
  deps: SettingsDeps,
  owner: bigint,
  input: CheckedInput<'PUT legalMgrPage'>,
): Promise<MerchantSettings> {
  const { database, clock } = deps;
  const now = clock();
  const row = await database.transaction(async (tx): Promise<SettingsRow> => {
    // One change after the other.
    await readApplicant(tx.client, owner, true);
    const before = await readSettings(tx.client, owner);
    const changed: SettingsRow = {
      ...before,
      paused: input.paused ?? before.paused,
      hours: input.hours === undefined ? before.hours : input.hours,
      autoReply: input.autoReply ?? before.autoReply,
      blocked: await blockedAfter(deps, tx.client, before, input),
      // Of two changes within a millisecond the later one counts.
      updatedAt: Math.max(now, before.updatedAt + 1),
    };
    await tx.client.query(
      `INSERT INTO merchant_settings (owner, paused, hours_from, hours_to, offset_minutes, auto_reply, blocked, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (owner) DO UPDATE SET paused = $2, hours_from = $3, hours_to = $4, offset_minutes = $5,
                                         auto_reply = $6, blocked = $7, updated_at = $8`,
      [
        owner,
        changed.paused,
        changed.hours?.from ?? null,
        changed.hours?.to ?? null,
        changed.hours?.offsetMinutes ?? 0,
        changed.autoReply,
        changed.blocked.map(String),
        changed.updatedAt,
      ],
    );
    return changed;
  });
  deps.settingsChanged(row);
  return shownSettings(database.pool, row, now);
}

async function blockedAfter(
  { counterpartyOf }: Pick<SettingsDeps, 'counterpartyOf'>,
  client: Queryable,
  { owner, blocked }: SettingsRow,
  { block, unblock }: CheckedInput<'PUT legalMgrPage'>,
): Promise<readonly bigint[]> {
  const left = unblock === undefined ? blocked : blocked.filter((id) => id !== BigInt(unblock));
  if (block === undefined) return left;
  const other = await counterpartyOf(client, owner, BigInt(block));
  if (other === null) throw new Refusal('notFound');
  if (left.includes(other)) return left;
  if (left.length >= blockedUsersMax) throw new Refusal('quantityOutOfRange', { most: blockedUsersMax });
  return [...left, other];
}
