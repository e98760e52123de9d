import { toUnits, type Decimal } from '../../../protocol/maths/decimal.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { assetScale } from '../../core/assets.ts';
import type { BalanceKey, BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import type { StoredQuote } from './store.ts';

/** Top-up level of a practice treasury, in USDT: about a hundred conversions of the largest size. */
const practiceTreasuryWorth: Decimal = '20000000';

/** The treasury is short of a coin. Internal: triggers a top-up and is not shown to users. */
export class TreasuryShort extends Error {
  readonly asset: string;
  /** Minimum units it must hold. */
  readonly need: bigint;

  constructor(asset: string, need: bigint) {
    super(`the treasury is short of ${asset}`);
    this.asset = asset;
    this.need = need;
  }
}

/**
 * Converts at a quoted rate: the treasury takes one coin and pays the other, the fee goes to the fee account. Both
 * sides are locked before they are read.
 *
 * @returns the changed balances, for `ledger.changed` after the commit
 * @throws Refusal `insufficientWalletBalance` when the user has too little
 * @throws TreasuryShort when the treasury has too little
 */
export async function convertByQuote(
  tx: Transaction,
  ledger: Pick<Ledger, 'post' | 'lockBalances'>,
  quote: StoredQuote,
  at: number,
): Promise<BalanceRow[]> {
  const { owner, from, to, amount, gross, fee } = quote;
  const key = (holder: bigint, asset: string) => ({ owner: holder, wallet: 'spot', asset }) as const;
  const { treasury, fees } = houseOwners;
  const keys: BalanceKey[] = [key(owner, from), key(owner, to), key(treasury, from), key(treasury, to), key(fees, to)];
  const rows = await ledger.lockBalances(tx, keys);
  const available = (holder: bigint, asset: string) =>
    rows.find((row) => row.owner === holder && row.asset === asset)?.available ?? 0n;
  if (available(owner, from) < amount) throw new Refusal('insufficientWalletBalance');
  if (available(treasury, to) < gross) throw new TreasuryShort(to, gross);
  const account = { wallet: 'spot', part: 'available' } as const;
  return ledger.post(tx, {
    kind: 'convert',
    reference: quote.id,
    at,
    postings: [
      { ...account, owner, asset: from, amount: -amount },
      { ...account, owner: treasury, asset: from, amount },
      { ...account, owner: treasury, asset: to, amount: -gross },
      { ...account, owner: fees, asset: to, amount: fee },
      { ...account, owner, asset: to, amount: gross - fee },
    ],
  });
}

/**
 * Tops up a practice treasury with one coin from `practice`, unless a concurrent call has done so.
 *
 * @param need minimum units it must hold
 * @param price of one coin in USDT
 */
export async function fundTreasury(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  asset: string,
  need: bigint,
  price: Decimal,
  now: number,
): Promise<void> {
  const worth = (toUnits(practiceTreasuryWorth, assetScale(asset)) * 10n ** 18n) / toUnits(price, 18);
  const target = worth > 2n * need ? worth : 2n * need;
  const account = { wallet: 'spot', asset, part: 'available' } as const;
  const changed = await database.transaction(async (tx) => {
    const keys = [houseOwners.practice, houseOwners.treasury].map(
      (owner) => ({ owner, wallet: 'spot', asset }) as const,
    );
    const rows = await ledger.lockBalances(tx, keys);
    const held = rows.find((row) => row.owner === houseOwners.treasury)?.available ?? 0n;
    if (held >= need) return [];
    return ledger.post(tx, {
      kind: 'practice',
      reference: 'treasury',
      at: now,
      postings: [
        { ...account, owner: houseOwners.practice, amount: held - target },
        { ...account, owner: houseOwners.treasury, amount: target - held },
      ],
    });
  });
  ledger.changed(changed);
}
