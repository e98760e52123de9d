import { answerExpectedMs } from '#protocol/p2p/currencies.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { wasUnanswered } from '#server/accounts/chat/talks/answers.ts';
import { cancelCostOf, cancelPenaltyOf, cancelsSince, costQuestion } from '#server/p2p/merchants/cancellations.ts';
import { dayStart } from '#server/p2p/merchants/rules.ts';
import { readMerchant } from '#server/p2p/merchants/store.ts';
import { lockPenalty, type Penalty } from '../appeals/penalties.ts';
import { hasCaseOf } from '../cases/case-rows.ts';
import type { OrderRow } from '../order-row.ts';
import { type Excuse, excuseOf, isBeyondFree } from './rules.ts';

/** A transaction, or what is read beside one. */
interface Reader {
  readonly client: Queryable;
}

/** A cancellation of an order, as it counts. */
export interface Cancellation {
  /** Which one of its buyer's day it is; null where it does not count. */
  readonly number: number | null;
  readonly excuse: Excuse | null;
  readonly penalty: Penalty | null;
}

/** Which cancellation of its buyer it would be to end an order now, without what it costs. The buyer is locked, or read. */
export async function numberOf(tx: Reader, row: OrderRow, now: number): Promise<Omit<Cancellation, 'penalty'>> {
  // Merchants of practice mode are the house.
  if (isHouse(row.buyer)) return { number: null, excuse: null };
  const { rows } = await tx.client.query<{ cancels: number; has_case: boolean; unanswered: boolean }>(
    `SELECT ${cancelsSince('$2', '$4')} AS cancels, ${hasCaseOf('$1')} AS has_case,
            ${wasUnanswered('$1', { asker: '$2', asked: '$3', until: '$5' })} AS unanswered`,
    [row.id, row.buyer, row.seller, dayStart(now), Math.min(now, row.payUntil) - answerExpectedMs],
  );
  const { cancels = 0, has_case: hasCase = false, unanswered: wasLeft = false } = rows[0] ?? {};
  const excuse = excuseOf({ hasCase, wasMarkedPaid: row.paidAt !== null, wasUnanswered: wasLeft });
  return { number: excuse === null ? cancels + 1 : null, excuse };
}

/** A locked order whose payment time has passed; its buyer is locked before it. */
export async function judgeTimeout(tx: Transaction, row: OrderRow, now: number): Promise<Cancellation> {
  const judged = await numberOf(tx, row, now);
  const costs = judged.number !== null && isBeyondFree(judged.number) && row.confirmed;
  return { ...judged, penalty: costs ? await lockPenalty(tx, row, 'buyer', cancelPenaltyOf) : null };
}

/**
 * A locked order that its buyer cancels; the buyer is locked before it.
 *
 * @throws Refusal `thirdCancelCosts` with the amount, where it takes of a deposit and that is not confirmed
 */
export async function judgeCancel(
  tx: Transaction,
  row: OrderRow,
  isConfirmed: boolean,
  now: number,
): Promise<Cancellation> {
  const judged = await numberOf(tx, row, now);
  if (judged.number === null || !isBeyondFree(judged.number)) return { ...judged, penalty: null };
  const penalty = await lockPenalty(tx, row, 'buyer', cancelPenaltyOf);
  if (penalty !== null && !isConfirmed) throw costQuestion(penalty.units);
  return { ...judged, penalty };
}

/** What cancelling an order now would take of its buyer's deposit. */
export async function costNow(tx: Reader, row: OrderRow, number: number | null): Promise<bigint> {
  return number === null || !isBeyondFree(number) ? 0n : cancelCostOf(await readMerchant(tx.client, row.buyer));
}
