import { minuteMs } from '../../../protocol/durations.ts';
import type { MerchantCard } from '../../../protocol/entities/fiat-trade.ts';
import { isHouse } from '../../core/ledger/account.ts';
import type { Queryable } from '../../core/store/database.ts';
import { firstUserId } from '../../users/accounts/tables.ts';
import { requiredUnits } from '../merchants/rules.ts';
import { readFigures } from '../merchants/figure-rows.ts';

/** Somebody who used the exchange this recently counts as online. */
const onlineMs = 5 * minuteMs;

/** Users `$1` who are merchants with a whole deposit: the others are shown to nobody. */
const shown = `FROM users JOIN merchants ON merchants.owner = users.id
        WHERE users.id = ANY ($1::bigint[]) AND NOT disabled AND merchants.state = 'paid'
          AND merchants.units >= ${requiredUnits}`;
/** Whether one of them used the exchange since `$2`; merchants of practice mode are always there. */
const isOnline = `(users.id < ${firstUserId} OR EXISTS (SELECT FROM sessions WHERE user_id = users.id AND used_at > $2))`;

/** Merchants of some adverts as others see them; those whose deposit is not whole are left out. */
export async function merchantCards(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlyMap<bigint, MerchantCard>> {
  if (owners.length === 0) return new Map();
  const [{ rows }, figures] = await Promise.all([
    client.query<{ id: string; nickname: string | null; online: boolean }>(
      `SELECT users.id, nickname, ${isOnline} AS online ${shown}`,
      [owners, now - onlineMs],
    ),
    readFigures(client, owners, now),
  ]);
  return new Map(
    rows.map(({ id, nickname, online }) => {
      const owner = BigInt(id);
      const card = { id, nickname: nickname ?? '', online, figures: figures(owner) };
      return [owner, isHouse(owner) ? { ...card, practice: true } : card];
    }),
  );
}

/** Which merchants of some adverts are online now. */
export async function onlineMerchants(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlySet<bigint>> {
  if (owners.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>(`SELECT users.id ${shown} AND ${isOnline}`, [
    owners,
    now - onlineMs,
  ]);
  return new Set(rows.map(({ id }) => BigInt(id)));
}
