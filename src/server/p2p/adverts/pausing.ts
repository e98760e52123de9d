import type { CheckedInput } from '#protocol/calls.ts';
import type { OwnAdvert } from '#protocol/p2p/entities/trade.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { toOwnAdvert } from './advert-row.ts';
import type { AdvertsDeps } from './deps.ts';
import { confirmCost, costQuestionOf, needsCostConfirmed } from '../merchants/cancellations.ts';
import { checkMerchantStanding } from '../merchants/standing.ts';
import { readApplicant } from '../merchants/store.ts';
import { p2pIndex } from './p2p-index.ts';
import { lockAdvert, writePaused } from './store.ts';
import type { ShownAdverts } from './trading-merchants.ts';

/**
 * Lets an own advert rest, or be taken again. Its coins stay behind it, and orders that were taken go on.
 *
 * @throws Refusal `notFound`, `alreadyProcessed` for one that was withdrawn, and to be taken again those of
 *   `checkMerchantStanding`, and for a buy advert `thirdCancelCosts` until it is confirmed, once a day, where the free
 *   cancellations of the day are used up
 */
export async function pauseAdvert(
  deps: AdvertsDeps,
  { board, merchants }: ShownAdverts,
  owner: bigint,
  { id, paused, confirmed }: CheckedInput<'PUT otcBillList'>,
): Promise<OwnAdvert> {
  const { row, trader } = await deps.database.transaction(async (tx) => {
    // The user before the deposit and the advert: whoever ends the merchant's trading pauses adverts behind that lock.
    if (!paused) await readApplicant(tx.client, owner, true);
    const standing = paused ? null : await checkMerchantStanding(tx, owner, deps.clock());
    const advert = await lockAdvert(tx, BigInt(id));
    if (advert === null || advert.owner !== owner) throw new Refusal('notFound');
    if (advert.state !== 'listed') throw new Refusal('alreadyProcessed');
    if (!paused && advert.side === 'buy' && (await needsCostConfirmed(tx, owner, deps.clock()))) {
      if (!confirmed) throw await costQuestionOf(tx.client, owner);
      await confirmCost(tx, owner, deps.clock());
    }
    const written = advert.paused === paused ? advert : await writePaused(tx, advert.id, paused, deps.clock());
    return { row: written, trader: standing };
  });
  if (trader !== null) merchants.putStanding(trader);
  board.put(row);
  return toOwnAdvert(row, p2pIndex(deps, row.asset, row.currency));
}
