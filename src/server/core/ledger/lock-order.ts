import type { OwnerId } from '#protocol/core/brand.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { houseOwners, isHouse } from './account.ts';
import { walletNumber, type BalanceKey } from './balance-row.ts';

/**
 * The lock order of everything that posts. Following it rules out deadlocks, which PostgreSQL resolves only after a
 * second of waiting and by failing a transaction.
 *
 * 1. Rows of other tables come before balances, and in this order:
 *
 *      reviews            a decision that is being applied
 *      attempts           tries of a password: the account's, then the address's
 *      users              FOR SHARE with the password and the withdrawal hold; FOR NO KEY UPDATE by what counts a
 *                         user's requests. A second user (who is paid) only FOR SHARE, and after the payer
 *      idempotency        `once` claims the key. One key per transaction; the group commit inserts its keys at the
 *                         end, and a transaction waiting for one of those holds no lock
 *      writer_fences      the group commit's batch; and a transfer between the two wallets of contracts
 *      fiat_orders, merchants, adverts   by id, after the user; fiat trading between users. Cases of orders are new rows,
 *                         written behind adverts without locks of their orders
 *      person_keys        by person, FOR SHARE or a new row; behind what their evidence is about
 *      sign_in_streaks of a user, then sign_in_pools by month
 *      team_reading, team_fees, team_members, team_inviters by id, team_balances by owner and coin, and what is written
 *                         behind them; a registration takes inviters after the user, moving rebates their balance alone
 *      fixed_products by id, then fixed_holdings by id   after the user; the accrual of days waits for no lock
 *      miner_models, miners       by id, after the user; one that stopped by itself without the user
 *      launch_projects    one, then its lines in launch_commitments; commitments and each step of a settlement, of which
 *                         the last one moves the pair in listed_pairs
 *      loans, and then loan_sales   by id
 *      robots             one, and then what belongs to it; what is read of many waits for no lock
 *      coin_applications            by id, one at a time, after the review that decides it
 *      small_conversions of a user, then small_quotes
 *      faucet_takes, conversion_quotes, withdrawals, scanned_blocks and then deposits by id,
 *      option_rounds by id and then option_entries
 *      listed_pairs       a pair whose state or terms change, or a new row, also of listed_contracts; the operators' log comes behind it
 *
 * 2. Balances come next, in the order of `compareBalanceKeys`. A transaction takes them in one step (one `post`,
 *    `postMany` or `lockBalances`), or in steps that follow that order, or takes locks again that it holds. Spot
 *    trading locks every balance a batch may change before executing it (`spot/balances.ts`), and a transfer locks both
 *    of its balances before it checks for open positions.
 *
 *    Rows of value_holds of the payer come behind the balances that pay (`outflow/held-value.ts`), and before those of the
 *    house; spot trading reads them behind its balances without a lock.
 *
 * 3. What only the same writer writes comes last: orders, trades, positions, notices, the log of reviews. Inserts
 *    of new rows wait for no lock.
 *
 * Balances of contract wallets come after all others, because only writers of contracts take them in steps: the insurance
 * fund of the wallet first, then those of the users who sent commands, then those of the counterparties matched in the
 * book. Writers on several engines therefore take turns at the fund, and none of them waits for another behind it. No
 * other transaction holds one of these balances while waiting for another, except the transfer between the two wallets,
 * which holds the fences of all writers of contracts first.
 *
 * Tests enforce this order: `testDatabase` watches every connection (`lock-watch.ts`), and
 * `tests/faults/postgres-deadlocks.test.ts` runs every kind of posting against every other.
 */

/** Wallets that contracts settle in. */
const contractWallets: ReadonlySet<Wallet> = new Set(['contract', 'gold']);

/** Accounts of the house that place orders in the spot book. */
const traders: ReadonlySet<OwnerId> = new Set([houseOwners.makerA, houseOwners.makerB, houseOwners.collateralSales]);

/**
 * Users and their robots, then the makers and the account that sells collateral, who trade in batches with users, then the other house
 * accounts: all movements of a coin touch them, so they are locked for the shortest time.
 */
function ownerRank(owner: OwnerId): number {
  if (!isHouse(owner)) return 0;
  return traders.has(owner) ? 1 : 2;
}

/** Whether a balance belongs to the wallets of contracts. */
export function isOfContracts({ wallet }: Pick<BalanceKey, 'wallet'>): boolean {
  return contractWallets.has(wallet);
}

/** Whether a balance is an insurance fund of contracts, at which their writers take turns. */
function isFund({ owner, wallet }: BalanceKey): boolean {
  return owner === houseOwners.insurance && isOfContracts({ wallet });
}

/**
 * The order in which balances are locked everywhere: wallets of contracts last, and of them the insurance funds first;
 * users before makers before the rest of the house; then by owner, wallet and asset, the asset bytewise.
 */
export function compareBalanceKeys(a: BalanceKey, b: BalanceKey): number {
  if (isOfContracts(a) !== isOfContracts(b)) return isOfContracts(a) ? 1 : -1;
  if (isFund(a) !== isFund(b)) return isFund(a) ? -1 : 1;
  const rank = ownerRank(a.owner) - ownerRank(b.owner);
  if (rank !== 0) return rank;
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  if (a.wallet !== b.wallet) return walletNumber(a.wallet) - walletNumber(b.wallet);
  return a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0;
}
