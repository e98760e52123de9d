import type { CallOutput } from '../../contract/calls.ts';
import { fromUnits } from '../../contract/decimal.ts';
import { type AddressWaitRow, newAddressesWait, shownWithdrawalHold } from '../accounts/withdrawal-hold.ts';
import { chainTerms } from '../chains/chain-terms.ts';
import { assets, assetScale } from '../ledger/assets.ts';
import { Refusal } from '../refusal.ts';
import { listBooked } from './address-book.ts';
import { dailyLimit, shownUsdt, usedOfLimit } from './daily-limit.ts';
import type { WithdrawalsMeans } from './withdrawals-means.ts';

type PageMeans = Pick<WithdrawalsMeans, 'database' | 'chains' | 'clock' | 'prices' | 'gate' | 'addressWaitByDefault'>;

/**
 * Everything the withdrawal form shows of a coin.
 *
 * @throws Refusal `currencyMismatch` for a coin that is none of the exchange's
 */
export async function withdrawPage(
  means: PageMeans,
  owner: bigint,
  asset: string,
): Promise<CallOutput<'GET withdrawPage'>> {
  if (!assets.has(asset)) throw new Refusal('currencyMismatch');
  const { pool } = means.database;
  const now = means.clock();
  const [person, available, addresses, used, hold] = await Promise.all([
    readPerson(means, owner),
    readAvailable(means, owner, asset),
    listBooked(pool, owner),
    usedOfLimit(pool, owner, now),
    shownWithdrawalHold(pool, owner, now),
  ]);
  return {
    asset,
    available: fromUnits(available, assetScale(asset)),
    chains: chainTerms(means.chains, asset, means.gate),
    addresses,
    addressWait: person.addressWait,
    dailyLimit: shownUsdt(dailyLimit(person.verified)),
    dailyUsed: shownUsdt(used),
    dailyLimitVerified: shownUsdt(dailyLimit(true)),
    verified: person.verified,
    hasTransactionPassword: person.hasTransactionPassword,
    withdrawalHoldUntil: hold,
    price: means.prices.lastPrice(asset),
  };
}

async function readPerson({ database, addressWaitByDefault }: PageMeans, owner: bigint) {
  const { rows } = await database.pool.query<AddressWaitRow & { verification: string; has_password: boolean }>(
    `SELECT verification, address_wait, address_wait_ended_at, transaction_password_hash IS NOT NULL AS has_password
       FROM users WHERE id = $1`,
    [owner],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a session without its user');
  return {
    verified: row.verification === 'verified',
    addressWait: newAddressesWait(row, addressWaitByDefault),
    hasTransactionPassword: row.has_password,
  };
}

async function readAvailable({ database }: PageMeans, owner: bigint, asset: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = 0 AND asset = $2',
    [owner, asset],
  );
  return BigInt(rows[0]?.available ?? 0);
}
