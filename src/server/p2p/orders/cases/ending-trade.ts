import type { Transaction } from '#server/core/store/database.ts';
import { pauseAllAdverts } from '#server/p2p/adverts/store.ts';
import { touchMerchant } from '#server/p2p/merchants/store.ts';
import { type CaseReason, openCases } from './case-rows.ts';

/**
 * Ends what a user trades between users, in the transaction that takes their standing away: every advert is paused and
 * every running order gets a case. The exchange removes the adverts from the board and notifies the sides of the orders
 * within about a second. The user is locked and changed, so that nothing is published, resumed or taken meanwhile: what
 * is being taken is waited for and gets a case.
 */
export async function endTrading(tx: Transaction, owner: bigint, why: CaseReason, now: number): Promise<void> {
  await touchMerchant(tx, owner, now);
  await pauseAllAdverts(tx, owner, now);
  await openCases(tx, owner, why, now);
}
