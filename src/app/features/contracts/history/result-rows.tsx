import { t } from '@lingui/core/macro';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { netResult, type ResultParts } from '#protocol/contracts/maths/results.ts';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { settling } from '../contract-labels.ts';

/**
 * The parts of a profit or loss with all their places, so that they add up to the total, which is the last row.
 *
 * @param isOpen the lots are still open: an estimate, whose closing fee is not paid yet
 */
export function resultRows(parts: ResultParts, isOpen = false): KeyValueItem[] {
  const row = (key: string, units: bigint): KeyValueItem => ({
    key,
    value: <OwnAmount>{`${isOpen ? '≈ ' : ''}${signed(units)} ${settling}`}</OwnAmount>,
  });
  const { profit, openFee, closeFee, overnightFee, insurance } = parts;
  return [
    row(t`Profit before fees`, profit),
    row(t`Opening fee`, 0n - openFee),
    row(t`Overnight fee`, 0n - overnightFee),
    row(isOpen ? t`Closing fee at this price` : t`Closing fee`, 0n - closeFee),
    ...(insurance > 0n ? [row(t`To the insurance fund`, 0n - insurance)] : []),
    ...(insurance < 0n ? [row(t`From the insurance fund`, 0n - insurance)] : []),
    row(t`Profit after fees`, netResult(parts)),
  ];
}

function signed(units: bigint): string {
  return units === 0n ? '0' : formatNumber(moneyOf(units), { sign: 'always' });
}
