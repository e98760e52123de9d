import type { Units } from '#protocol/core/brand.ts';
import { monthOfDay, productDay } from '#protocol/core/product-day.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { lockPools } from './store.ts';

/** What can be changed of this month’s pool; amounts in the coin's smallest unit. Runs keep the reward they were promised. */
interface PoolChange {
  readonly reward?: Units;
  readonly budget?: Units;
}

/**
 * Changes the pool of this month for promises made from now on, with a line in the log. Months after it begin with it.
 *
 * @returns whether it was changed: a budget is never below what is paid and promised
 */
export async function changePool(tx: Transaction, { reward, budget }: PoolChange, signed: Signed): Promise<boolean> {
  const month = monthOfDay(productDay(signed.at));
  const pool = (await lockPools(tx, month, null)).get(month);
  if (pool === undefined) throw new Error('signing in has no terms');
  if (budget !== undefined && budget < pool.used) return false;
  await tx.client.query('UPDATE sign_in_pools SET reward = $2, budget = $3 WHERE month = $1', [
    month,
    reward ?? pool.reward,
    budget ?? pool.budget,
  ]);
  await writeOperatorLog(tx, { what: 'sign-in-pool', scope: null, subject: month, sessions: [] }, signed);
  return true;
}
