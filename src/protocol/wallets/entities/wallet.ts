import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, timestamp } from '#protocol/core/fields.ts';
import { balanceParts, wallets } from '../wallets.ts';

export const wallet = v.picklist(wallets);
export const balancePart = v.picklist(balanceParts);

export const balance = entity('One coin of one wallet. Amounts are exact, in the asset.', {
  wallet,
  asset: assetId,
  available: decimal,
  frozen: decimal,
  locked: decimal,
  valuation: v.pipe(
    v.nullable(decimal),
    v.description(
      'The three parts together in USDT at the last price, truncated to 2 places; null when there is no price.',
    ),
  ),
});
export type Balance = v.InferOutput<typeof balance>;

export const heldValue = entity('Value that has to stay in the account, because coins were bought from other people.', {
  value: v.pipe(decimal, v.description('In USDT, at the index price at the time of the purchase.')),
  until: v.pipe(timestamp, v.description('When the last of it is free.')),
});
export type HeldValue = v.InferOutput<typeof heldValue>;

export const coinCost = entity('What the holding of a coin cost. USDT itself has none.', {
  asset: assetId,
  amount: v.pipe(decimal, v.description('Held of it in all wallets, exact, in the asset.')),
  cost: v.pipe(
    v.nullable(decimal),
    v.description(
      'What that amount cost in USDT: what was paid for it with fees, and for what came from outside its price at that time; null when such a price is not known.',
    ),
  ),
});
export type CoinCost = v.InferOutput<typeof coinCost>;

/** What happened, as a record of it is named. */
const recordKinds = [
  'practice',
  'order-freeze',
  'order-release',
  'trade',
  'fee',
  /** A deposit became part of the wallet: locked while blocks are still missing, else available. */
  'deposit',
  /** A withdrawal left the exchange. */
  'withdrawal',
  'transfer',
  'convert',
  'instant-transfer',
  /** Frozen behind a contract order, or released from it. */
  'contract-margin',
  'contract-open',
  'contract-close',
  'contract-overnight',
  /** A stake of a seconds option: available became frozen. */
  'option-stake',
  /** A round was settled: stakes, winnings and the fee of them. */
  'option-settlement',
  /** Paid into the merchant deposit, or returned from it. */
  'merchant-deposit',
  /** Frozen behind a sell advert, or released from it. */
  'fiat-reserve',
  /** Into the escrow of a P2P order, or back from it. */
  'fiat-escrow',
  /** Coins of a P2P order came to their buyer. */
  'fiat-trade',
  /** A part of a merchant deposit went to the side that was harmed. */
  'merchant-penalty',
  /** A fixed term was bought: available became locked. */
  'earn-buy',
  /** Interest of a fixed term. */
  'earn-interest',
  /** The principal of a fixed term came back. */
  'earn-return',
  /** Committed to the subscription of a new coin: available became frozen. */
  'launch-commit',
  /** Coins of a subscription, and what was paid for them. */
  'launch-allotment',
  /** What a subscription did not take came back. */
  'launch-refund',
  'miner-purchase',
  'miner-fuel',
  'miner-income',
  /** Locked as collateral of a loan, or released from it. */
  'loan-collateral',
  /** A loan was paid out. */
  'loan-payout',
  'loan-repayment',
  /** Collateral that was sold to repay a loan. */
  'loan-liquidation',
  'sign-in-reward',
  /** A share of fees that invited users paid. */
  'rebate',
  /** Rebates were moved to the spot wallet, or taken back with a reversed trade. */
  'rebate-transfer',
  'rebate-reversal',
  /** Into a robot, out of it, and the service fee on its profit. */
  'robot-start',
  'robot-return',
  'robot-fee',
] as const;

export const entryKind = choice('Why an entry was written; the app words each.', [
  ...recordKinds,
  /** A deposit has all its blocks and is free to use. */
  'deposit-free',
  /** The chain took a deposit back. */
  'deposit-undone',
  /** A withdrawal was asked for: available became frozen. */
  'withdrawal-freeze',
  'withdrawal-fee',
  /** A withdrawal was refused or failed: frozen became available again. */
  'withdrawal-release',
  /** The house paid into a product account, or out of it, or set cover aside for a promise. */
  'backing',
]);
export type EntryKind = v.InferOutput<typeof entryKind>;

export const ledgerEntry = entity(
  'One ledger entry of the user’s own accounts. `amount` is signed: what the part gained or lost.',
  {
    id,
    wallet,
    asset: assetId,
    part: balancePart,
    kind: entryKind,
    amount: decimal,
    reference: v.pipe(v.nullable(v.string()), v.description('Id of what caused it (an order, a trade), or null.')),
    at: timestamp,
  },
);
export type LedgerEntry = v.InferOutput<typeof ledgerEntry>;

export const recordKind = choice(
  'What happened; as a filter, `fee` finds every record in which a fee was charged.',
  recordKinds,
);
export type RecordKind = v.InferOutput<typeof recordKind>;

export const recordState = choice(
  'How a deposit or withdrawal stands in the ledger: `under-review` (a withdrawal that is not decided yet), `pending` (locked or frozen), `done`, or `returned`: a withdrawal given back, a deposit that the chain reversed.',
  ['under-review', 'pending', 'done', 'returned'],
);
export type RecordState = v.InferOutput<typeof recordState>;

export const walletChange = v.object({ wallet, asset: assetId, amount: decimal });
export type WalletChange = v.InferOutput<typeof walletChange>;

export const walletRecord = entity(
  'One event in the user’s wallets: a transfer, a trade, a withdrawal from request to payout.',
  {
    id,
    kind: recordKind,
    state: v.pipe(v.nullable(recordState), v.description('Of deposits and withdrawals; null for all others.')),
    changes: v.pipe(
      v.array(walletChange),
      v.description(
        'What each wallet gained or lost in all, fees included; empty where parts of a balance moved only.',
      ),
    ),
    entries: v.pipe(v.array(ledgerEntry), v.description('Its ledger entries, newest first.')),
    at: timestamp,
  },
);
export type WalletRecord = v.InferOutput<typeof walletRecord>;
