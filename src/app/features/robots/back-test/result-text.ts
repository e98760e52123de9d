import { dayMs } from '#protocol/core/durations.ts';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import { formatPercent, minus } from '#app/platform/format/number-format.ts';

/** Parts of a share that are kept: a hundredth of a percent, cut. */
const parts = 10_000;

/** A share as a decimal in percent, cut: 0.0638 is `6.38`. */
export function percentOfShare(share: number): string {
  const cut = Math.trunc(share * parts);
  return (cut / 100).toFixed(2);
}

/** A share as a change in percent. */
export function percentText(share: number, decimals = 2): string {
  return formatPercent(percentOfShare(share), decimals).replace('-', minus);
}

/** Days of a test: all, and those of its first part. At least one each. */
export function daysOf({ from, to, unseenAt }: BackTest): { readonly all: number; readonly tuned: number } {
  const all = Math.max(1, Math.round((to - from) / dayMs));
  return { all, tuned: Math.max(1, Math.round((unseenAt - from) / dayMs)) };
}
