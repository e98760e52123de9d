import type { CheckedInput } from '../../../protocol/calls.ts';
import type { Wallet } from '../../../protocol/wallets.ts';
import { holdWriter } from '../../core/commit/hold-writer.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { isOfContracts } from '../../core/ledger/lock-order.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Transaction } from '../../core/store/database.ts';
import { movedUnits } from '../amount.ts';

/** What somebody wants moved between two of their wallets; `units` in the asset's smallest unit. */
export interface WalletTransfer {
  readonly owner: bigint;
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly units: bigint;
}

/**
 * An area's say about money that leaves one of its wallets, such as margin behind an open position. It is asked in
 * the transaction of the transfer, which holds both balances: whatever would change its answer has to spend from one of
 * them, and waits.
 *
 * @returns null when it does not object
 */
export type TransferRule = (tx: Transaction, transfer: WalletTransfer) => Promise<'contractHasPosition' | null>;

/**
 * The transfer a user asked for.
 *
 * @throws Refusal `cannotNameSelf` for one wallet twice, `enterAmount`, `notFound`
 */
export function askedTransfer(owner: bigint, input: CheckedInput<'POST transfer'>): WalletTransfer {
  const { asset, from, to } = input;
  if (from === to) throw new Refusal('cannotNameSelf');
  return { owner, asset, from, to, units: movedUnits(asset, input.amount) };
}

/**
 * Moves money between two wallets of one user, without a fee (spec point 9).
 *
 * @returns the changed balances, for `ledger.changed` after the commit
 * @throws Refusal `insufficientWalletBalance`, or what a rule objects with
 */
export async function transferBetweenWallets(
  tx: Transaction,
  ledger: Pick<Ledger, 'post' | 'lockBalances'>,
  rules: readonly TransferRule[],
  transfer: WalletTransfer,
  at: number,
): Promise<BalanceRow[]> {
  const { owner, asset, from, to, units } = transfer;
  // The one movement besides the contract writer's own that needs two balances of contracts.
  if (isOfContracts({ wallet: from }) && isOfContracts({ wallet: to })) await holdWriter(tx, 'contracts');
  await ledger.lockBalances(tx, [
    { owner, asset, wallet: from },
    { owner, asset, wallet: to },
  ]);
  for (const rule of rules) {
    const objection = await rule(tx, transfer);
    if (objection !== null) throw new Refusal(objection);
  }
  const account = { owner, asset, part: 'available' } as const;
  return ledger.post(tx, {
    kind: 'transfer',
    reference: null,
    at,
    postings: [
      { ...account, wallet: from, amount: -units },
      { ...account, wallet: to, amount: units },
    ],
  });
}
