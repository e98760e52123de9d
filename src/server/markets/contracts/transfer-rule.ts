import { isOfContracts } from '#server/core/ledger/lock-order.ts';
import type { TransferRule } from '#server/custody/transfers/transfer.ts';

/**
 * Keeps the margin of open positions in its wallet (code 2028). Margin is isolated: it is locked behind each position,
 * and resting orders have theirs frozen, so the available balance backs nothing and may leave at any time. Decided by
 * the paying balance alone, which the transfer has locked: whatever opens or closes a position changes that row.
 */
export const contractTransferRule: TransferRule = ({ units }, payer) => {
  if (!isOfContracts(payer) || payer.locked === 0n) return null;
  const isMargin = units > payer.available && units <= payer.available + payer.locked;
  return isMargin ? 'contractHasPosition' : null;
};
