import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ListedAdvert } from '../../../../protocol/p2p/entities/trade.ts';
import { formatCoins, formatFiat } from '../parts/fiat-money.ts';
import type { TakeProblem } from './check.ts';

/** What is wrong with an amount, and what would be right; null where nothing is said yet. */
export function problemText(
  problem: TakeProblem | null,
  { asset, currency }: Pick<ListedAdvert, 'asset' | 'currency'>,
): ReactNode {
  if (problem === null || problem.kind === 'missing') return null;
  switch (problem.kind) {
    case 'below':
      return <Trans>Enter at least {formatFiat(problem.least, currency)}.</Trans>;
    case 'above':
      return <Trans>Enter at most {formatFiat(problem.most, currency)}.</Trans>;
    case 'left':
      return <Trans>Only {formatCoins(problem.coins, asset)} left.</Trans>;
    case 'balance':
      return <Trans>You have {formatCoins(problem.has, asset)} in the fiat wallet.</Trans>;
  }
}
