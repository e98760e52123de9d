import { toUnits, type Decimal } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceKey, BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { StoredQuote } from './store.ts';

/** Top-up level of a practice treasury, in USDT: about a hundred conversions of the largest size. */
const practiceTreasuryWorth: Decimal = '20000000';

/** What is converted, at the rate that was quoted; amounts in smallest units. */
type AgreedConversion = Pick<StoredQuote, 'id' | 'owner' | 'from' | 'to' | 'amount' | 'gross' | 'fee'>;

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
  quote: AgreedConversion,
  at: number,
): Promise<BalanceRow[]> {
  const { owner, from, to, amount, gross } = quote;
  const available = await lockSides(tx, ledger, [quote]);
  if (available(owner, from) < amount) throw new Refusal('insufficientWalletBalance');
  if (available(houseOwners.treasury, to) < gross) throw new TreasuryShort(to, gross);
  return ledger.post(tx, conversionJournal(quote, at));
}

/**
 * Converts whole balances of one user into one coin at their quoted rates: all of them, or none when one is no longer
 * what was quoted. Each coin is a journal of its own, as any conversion, so that records and costs treat it as one.
 *
 * @returns the changed balances, for `ledger.changed` after the commit
 * @throws Refusal `orderUpdated` when a balance has changed
 * @throws TreasuryShort when the treasury has too little for all
 */
export async function convertWhole(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany' | 'lockBalances'>,
  quotes: readonly AgreedConversion[],
  at: number,
): Promise<BalanceRow[]> {
  const [first] = quotes;
  if (first === undefined) throw new Refusal('orderUpdated');
  const available = await lockSides(tx, ledger, quotes);
  if (quotes.some(({ owner, from, amount }) => available(owner, from) !== amount)) throw new Refusal('orderUpdated');
  const gross = quotes.reduce((sum, quote) => sum + quote.gross, 0n);
  if (available(houseOwners.treasury, first.to) < gross) throw new TreasuryShort(first.to, gross);
  return ledger.postMany(
    tx,
    quotes.map((quote) => conversionJournal(quote, at)),
  );
}

/** Locks every balance that conversions change. @returns what is available of a coin in a spot wallet */
async function lockSides(
  tx: Transaction,
  ledger: Pick<Ledger, 'lockBalances'>,
  quotes: readonly AgreedConversion[],
): Promise<(owner: bigint, asset: string) => bigint> {
  const key = (owner: bigint, asset: string) => ({ owner, wallet: 'spot', asset }) as const;
  const { treasury, fees } = houseOwners;
  const keys: BalanceKey[] = quotes.flatMap(({ owner, from, to }) => [
    key(owner, from),
    key(owner, to),
    key(treasury, from),
    key(treasury, to),
    key(fees, to),
  ]);
  const rows = await ledger.lockBalances(tx, keys);
  return (owner, asset) => rows.find((row) => row.owner === owner && row.asset === asset)?.available ?? 0n;
}

function conversionJournal({ id, owner, from, to, amount, gross, fee }: AgreedConversion, at: number): Journal {
  const account = { wallet: 'spot', part: 'available' } as const;
  const { treasury, fees } = houseOwners;
  return {
    kind: 'convert',
    reference: id,
    at,
    postings: [
      { ...account, owner, asset: from, amount: -amount },
      { ...account, owner: treasury, asset: from, amount },
      { ...account, owner: treasury, asset: to, amount: -gross },
      { ...account, owner: fees, asset: to, amount: fee },
      { ...account, owner, asset: to, amount: gross - fee },
    ],
  };
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
