import { dayMs } from '../../../protocol/durations.ts';
import { toUnits, type Decimal } from '../../../protocol/maths/decimal.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { assetScale } from '../../core/assets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Journal } from '../../core/ledger/journal.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';

/** Faucet amount per coin: round amounts worth some hundreds to thousands of USDT. */
export const faucetAmounts: ReadonlyMap<string, Decimal> = new Map(
  Object.entries({
    USDT: '10000',
    USDC: '10000',
    BTC: '0.1',
    ETH: '1',
    BNB: '5',
    SOL: '20',
    BCH: '5',
    LTC: '20',
    MKR: '1',
    AAVE: '10',
    AVAX: '50',
    ATOM: '200',
    DOT: '200',
    LINK: '100',
    UNI: '200',
    ETC: '50',
    FIL: '200',
    APT: '200',
    NEAR: '300',
    ICP: '200',
    INJ: '50',
    TON: '300',
    SUI: '500',
    TIA: '300',
    XRP: '2000',
    ADA: '2000',
    TRX: '5000',
    XLM: '5000',
    ALGO: '5000',
    ARB: '2000',
    OP: '1000',
    SEI: '3000',
    HBAR: '10000',
    DOGE: '5000',
    SHIB: '50000000',
    PEPE: '100000000',
  }),
);

/** Initial balance of a practice account: enough to place both kinds of order. */
const firstCoins: readonly string[] = ['USDT', 'BTC'];

/** The wait before the same coin can be taken again. */
export const faucetWaitMs = dayMs;

/**
 * Gives a new account its first practice coins; called in the transaction of the registration.
 *
 * @param at epoch milliseconds
 * @param isStopped coins that must not move now are skipped
 * @returns the changed balances, for `ledger.changed` after the commit
 */
export function fundPracticeAccount(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany'>,
  userId: bigint,
  at: number,
  isStopped: (asset: string) => boolean = () => false,
): Promise<BalanceRow[]> {
  return ledger.postMany(
    tx,
    firstCoins.filter((asset) => !isStopped(asset)).map((asset) => handOut(userId, asset, at)),
  );
}

/** What was taken, and when the same coin can be taken again. */
export interface FaucetTake {
  readonly amount: Decimal;
  readonly nextAt: number;
  readonly changed: readonly BalanceRow[];
}

/**
 * Takes one coin from the faucet: once in 24 hours per user and coin.
 *
 * @param at epoch milliseconds
 * @throws Refusal `notFound` for a coin it does not have, `verificationTooOften` (with `nextAt`) when taken too early
 */
export async function takePracticeCoins(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  userId: bigint,
  asset: string,
  at: number,
): Promise<FaucetTake> {
  const amount = faucetAmounts.get(asset);
  if (amount === undefined) throw new Refusal('notFound');
  const taken = await tx.client.query(
    `INSERT INTO faucet_takes AS take (user_id, asset, at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, asset) DO UPDATE SET at = excluded.at WHERE take.at <= $4`,
    [userId, asset, at, at - faucetWaitMs],
  );
  if (taken.rowCount === 0) throw new Refusal('verificationTooOften', { nextAt: await nextTakeAt(tx, userId, asset) });
  const changed = await ledger.post(tx, handOut(userId, asset, at));
  return { amount, nextAt: at + faucetWaitMs, changed };
}

async function nextTakeAt(tx: Transaction, userId: bigint, asset: string): Promise<number> {
  const { rows } = await tx.client.query<{ at: string }>(
    'SELECT at FROM faucet_takes WHERE user_id = $1 AND asset = $2',
    [userId, asset],
  );
  return Number(rows[0]?.at ?? 0) + faucetWaitMs;
}

function handOut(userId: bigint, asset: string, at: number): Journal {
  const units = toUnits(faucetAmounts.get(asset) ?? '0', assetScale(asset));
  const account = { wallet: 'spot', asset, part: 'available' } as const;
  return {
    kind: 'practice',
    reference: null,
    at,
    postings: [
      { ...account, owner: houseOwners.practice, amount: -units },
      { ...account, owner: userId, amount: units },
    ],
  };
}
