import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Fuel,
  Gift,
  HandCoins,
  LockKeyhole,
  LockKeyholeOpen,
  Moon,
  Percent,
  Pickaxe,
  RefreshCw,
  Send,
  ShieldCheck,
  Timer,
  TrendingDown,
  TrendingUp,
  Undo2,
  Users,
} from 'lucide-react';
import type { EntryKind, RecordKind, RecordState } from '../../../../protocol/entities/wallet.ts';

/** What each kind of ledger entry is called, and its picture. */
export const kindLabels: Readonly<Record<EntryKind, { readonly name: MessageDescriptor; readonly icon: LucideIcon }>> =
  {
    practice: { name: msg`Practice coins`, icon: HandCoins },
    'order-freeze': { name: msg`Frozen for an order`, icon: LockKeyhole },
    'order-release': { name: msg`Released from an order`, icon: LockKeyholeOpen },
    trade: { name: msg`Trade`, icon: ArrowLeftRight },
    fee: { name: msg`Fee`, icon: Percent },
    deposit: { name: msg`Deposit`, icon: ArrowDownToLine },
    'deposit-free': { name: msg`Deposit unlocked`, icon: LockKeyholeOpen },
    'deposit-undone': { name: msg`Deposit reversed by the chain`, icon: Undo2 },
    'withdrawal-freeze': { name: msg`Frozen for a withdrawal`, icon: LockKeyhole },
    withdrawal: { name: msg`Withdrawal`, icon: ArrowUpFromLine },
    'withdrawal-fee': { name: msg`Withdrawal fee`, icon: Percent },
    'withdrawal-release': { name: msg`Released from a withdrawal`, icon: LockKeyholeOpen },
    transfer: { name: msg`Transfer`, icon: ArrowLeftRight },
    convert: { name: msg`Conversion`, icon: RefreshCw },
    'instant-transfer': { name: msg`Instant transfer`, icon: Send },
    'contract-margin': { name: msg`Margin of an order`, icon: LockKeyhole },
    'contract-open': { name: msg`Position opened`, icon: TrendingUp },
    'contract-close': { name: msg`Position closed`, icon: TrendingDown },
    'contract-overnight': { name: msg`Overnight fee`, icon: Moon },
    'option-stake': { name: msg`Stake of an option`, icon: LockKeyhole },
    'option-settlement': { name: msg`Option settled`, icon: Timer },
    'merchant-deposit': { name: msg`Merchant deposit`, icon: ShieldCheck },
    'merchant-penalty': { name: msg`Penalty on a merchant deposit`, icon: ShieldCheck },
    'fiat-reserve': { name: msg`Reserved for an advert`, icon: LockKeyhole },
    'fiat-escrow': { name: msg`Escrow of a fiat order`, icon: LockKeyhole },
    'fiat-trade': { name: msg`Fiat trade`, icon: HandCoins },
    'earn-buy': { name: msg`Fixed term bought`, icon: LockKeyhole },
    'earn-interest': { name: msg`Interest of a fixed term`, icon: Percent },
    'earn-return': { name: msg`Fixed term returned`, icon: LockKeyholeOpen },
    'launch-commit': { name: msg`Committed to a subscription`, icon: LockKeyhole },
    'launch-allotment': { name: msg`Coins of a subscription`, icon: HandCoins },
    'launch-refund': { name: msg`Subscription refund`, icon: Undo2 },
    'miner-purchase': { name: msg`Miner bought`, icon: Pickaxe },
    'miner-fuel': { name: msg`Fuel of a miner`, icon: Fuel },
    'miner-income': { name: msg`Miner income`, icon: Pickaxe },
    'loan-collateral': { name: msg`Collateral of a loan`, icon: LockKeyhole },
    'loan-payout': { name: msg`Loan paid out`, icon: HandCoins },
    'loan-repayment': { name: msg`Loan repayment`, icon: ArrowUpFromLine },
    'loan-liquidation': { name: msg`Collateral sold`, icon: TrendingDown },
    'sign-in-reward': { name: msg`Sign-in reward`, icon: Gift },
    rebate: { name: msg`Rebate`, icon: Users },
    'rebate-transfer': { name: msg`Rebates moved to spot`, icon: ArrowLeftRight },
    'rebate-reversal': { name: msg`Rebate reversed`, icon: Undo2 },
    backing: { name: msg`Backing of a product`, icon: ShieldCheck },
  };

/** Kinds of records, in the order filters show them. */
export const recordKinds: readonly RecordKind[] = [
  'deposit',
  'withdrawal',
  'transfer',
  'instant-transfer',
  'trade',
  'convert',
  'fee',
  'contract-open',
  'contract-close',
  'contract-overnight',
  'contract-margin',
  'option-stake',
  'option-settlement',
  'merchant-deposit',
  'merchant-penalty',
  'fiat-trade',
  'fiat-escrow',
  'fiat-reserve',
  'earn-buy',
  'earn-interest',
  'earn-return',
  'launch-commit',
  'launch-allotment',
  'launch-refund',
  'miner-purchase',
  'miner-fuel',
  'miner-income',
  'loan-payout',
  'loan-repayment',
  'loan-collateral',
  'loan-liquidation',
  'sign-in-reward',
  'rebate',
  'rebate-transfer',
  'rebate-reversal',
  'order-freeze',
  'order-release',
  'practice',
];

/** How a deposit or withdrawal stands. */
export function stateLabel(kind: RecordKind, state: RecordState): MessageDescriptor {
  if (state === 'under-review') return msg`Under review`;
  if (state === 'pending') return msg({ message: 'Pending', context: 'record' });
  if (state === 'done') return msg({ message: 'Completed', context: 'record' });
  return kind === 'deposit'
    ? msg({ message: 'Reversed by the chain', context: 'deposit' })
    : msg({ message: 'Returned', context: 'withdrawal' });
}
