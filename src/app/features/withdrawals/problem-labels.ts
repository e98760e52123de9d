import { t } from '@lingui/core/macro';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import type { WithdrawalProblem } from './form/check.ts';

/** What is wrong with a field of the form, and what would be right. */
export function problemText(problem: WithdrawalProblem, asset: string): string {
  if (problem.field === 'remark') return t`Enter a remark, so that you know later what this was for.`;
  if (problem.field === 'address') {
    if (problem.kind === 'waiting') {
      const time = formatTime(problem.until, 'dayTime');
      return t`This address is new. Money can go there from ${time}.`;
    }
    if (problem.kind === 'missing') return t`Enter an address.`;
    if (problem.kind === 'malformed') return t`This is not an address. Check that it is complete.`;
    if (problem.kind === 'own') return t`This is your own deposit address. Enter another one.`;
    return t`With the 24-hour wait on, money can only go to addresses in your book. Add it there first.`;
  }
  if (problem.kind === 'missing') return t`Enter an amount.`;
  const allowed = `${formatNumber(problem.allowed)} ${asset}`;
  if (problem.kind === 'belowMinimum') return t`The minimum withdrawal is ${allowed}.`;
  if (problem.kind === 'insufficient') return t`You have ${allowed} available.`;
  if (problem.kind === 'tooFine') return t`The amount has too many decimals. Try ${allowed}.`;
  return t`Your limit allows ${allowed} more today.`;
}
