import type { CheckedInput } from '../../../protocol/calls.ts';
import type { OwnAdvert } from '../../../protocol/entities/fiat-trade.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { toOwnAdvert } from './advert-row.ts';
import type { AdvertBoard } from './board.ts';
import type { AdvertsDeps } from './deps.ts';
import { fiatIndex } from './fiat-index.ts';
import { lockAdvert, writePaused } from './store.ts';

/**
 * Lets an own advert rest, or be taken again. Its coins stay behind it, and orders that were taken go on.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` for one that was withdrawn
 */
export async function pauseAdvert(
  deps: AdvertsDeps,
  board: AdvertBoard,
  owner: bigint,
  { id, paused }: CheckedInput<'PUT otcBillList'>,
): Promise<OwnAdvert> {
  const row = await deps.database.transaction(async (tx) => {
    const advert = await lockAdvert(tx, BigInt(id));
    if (advert === null || advert.owner !== owner) throw new Refusal('notFound');
    if (advert.state !== 'listed') throw new Refusal('alreadyProcessed');
    return advert.paused === paused ? advert : writePaused(tx, advert.id, paused, deps.clock());
  });
  board.put(row);
  return toOwnAdvert(row, fiatIndex(deps, row.asset, row.currency));
}
