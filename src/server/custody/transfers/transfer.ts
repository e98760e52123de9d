import type { CheckedInput } from '#protocol/calls.ts';
import { isHeldIn, type Wallet } from '#protocol/wallets/wallets.ts';
import { holdWriters } from '#server/core/commit/hold-writers.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { isOfContracts } from '#server/core/ledger/lock-order.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { movedUnits } from '../amount.ts';

/** A transfer between two of a user's wallets; `units` in the asset's smallest unit. */
interface WalletTransfer {
  readonly owner: bigint;
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly units: bigint;
}

/**
 * An area's rule on money leaving one of its wallets, such as margin behind an open position.
 *
 * @param payer the balance that pays, locked by the transfer until it commits; the rule decides by it alone
 * @returns null when it does not object
 */
export type TransferRule = (transfer: WalletTransfer, payer: BalanceRow) => 'contractHasPosition' | null;

/**
 * Parses a transfer request.
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
 * @throws Refusal `insufficientWalletBalance`, or the refusal of a rule, or `withdrawalHold` for held value that would leave the
 *   wallets it is held in
 */
export async function transferBetweenWallets(
  tx: Transaction,
  ledger: Pick<Ledger, 'post' | 'lockBalances'>,
  rules: readonly TransferRule[],
  outflow: Pick<Outflow, 'check'>,
  transfer: WalletTransfer,
  at: number,
): Promise<BalanceRow[]> {
  const { owner, asset, from, to, units } = transfer;
  // The only movement besides the writers' of contracts that needs two contract balances.
  if (isOfContracts({ wallet: from }) && isOfContracts({ wallet: to })) await holdWriters(tx, 'contracts');
  const held = await ledger.lockBalances(tx, [
    { owner, asset, wallet: from },
    { owner, asset, wallet: to },
  ]);
  const payer = held.find(({ wallet }) => wallet === from);
  if (payer === undefined) throw new Error(`the balance of ${owner} in ${from} was not locked`);
  for (const rule of rules) {
    const objection = rule(transfer, payer);
    if (objection !== null) throw new Refusal(objection);
  }
  if (!isHeldIn(to)) {
    await outflow.check(tx, { way: 'wallet-transfer', owner, session: null, wallet: from, asset, units }, at);
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
