import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { optionStakeMaximum, optionStakeMinimum } from '../../../../protocol/core/limits.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { StakeProblem } from './check.ts';

/** What is wrong with a stake, with the value that is allowed. */
export function stakeProblemLabel(problem: StakeProblem): MessageDescriptor {
  const least = formatNumber(optionStakeMinimum);
  const most = formatNumber(optionStakeMaximum);
  switch (problem) {
    case 'missing':
      return msg`Enter a stake.`;
    case 'below':
      return msg`At least ${least} USDT.`;
    case 'above':
      return msg`At most ${most} USDT in one round.`;
    case 'balance':
      return msg`More than your options wallet holds.`;
    case 'pool':
      return msg`The pool is full. Stake less, or wait for the next round.`;
  }
}
