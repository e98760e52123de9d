import { minuteMs } from '../../../protocol/core/durations.ts';
import type { MerchantCard } from '../../../protocol/p2p/entities/trade.ts';
import { isHouse } from '../../core/ledger/account.ts';
import type { Queryable } from '../../core/store/database.ts';
import { firstUserId } from '../../accounts/account/tables.ts';
import { type FigureSums, figuresOf, figuresSince, toFigures } from '../merchants/figure-rows.ts';
import { readTraders } from '../merchants/standing.ts';

/** Somebody who used the exchange this recently counts as online. */
const onlineMs = 5 * minuteMs;

/** Whether the user `u` used the exchange since `$2`; merchants of practice mode are always there. */
const isOnline = `(u.id < ${firstUserId} OR EXISTS (SELECT FROM sessions WHERE user_id = u.id AND used_at > $2))`;

/** Merchants of some adverts as others see them; those who may not trade now are left out. */
export async function merchantCards(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlyMap<bigint, MerchantCard>> {
  const traders = await readTraders<{ readonly online: boolean; readonly joined: string; readonly sums: FigureSums }>(
    client,
    owners,
    {
      more: `${isOnline} AS online, u.created_at AS joined, ${figuresOf('u.id', '$3')} AS sums`,
      values: [now - onlineMs, figuresSince(now)],
    },
  );
  return new Map(
    traders.map(({ id, nickname, online, joined, sums }) => {
      const owner = BigInt(id);
      const card = { id, nickname: nickname ?? '', online, joinedAt: Number(joined), figures: toFigures(sums) };
      return [owner, isHouse(owner) ? { ...card, practice: true } : card];
    }),
  );
}

/** Which merchants of some adverts are online now, of those who may trade. */
export async function onlineMerchants(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<ReadonlySet<bigint>> {
  const traders = await readTraders(client, owners, { where: isOnline, values: [now - onlineMs] });
  return new Set(traders.map(({ id }) => BigInt(id)));
}
