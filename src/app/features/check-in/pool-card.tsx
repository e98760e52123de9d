import { Trans, useLingui } from '@lingui/react/macro';
import { Info, TriangleAlert } from 'lucide-react';
import type { CheckInPool } from '../../../protocol/check-in/entities.ts';
import { type Decimal, compareDecimals, divideDecimals } from '../../../protocol/core/decimal.ts';
import { formatAmount, formatShare } from '../../platform/format/number-format.ts';
import { Icon } from '../../ui/icons.tsx';
import { Progress } from '../../ui/layout/Progress.tsx';
import { Card } from '../../ui/layout/Section.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { monthName } from './day-names.ts';
import css from './check-in.module.css';

interface PoolCardProps {
  readonly pool: CheckInPool;
  /** The next reward of this user, null when the pool cannot pay it. */
  readonly next: Decimal | null;
}

/** What the pool of the month still has, and what happens when it is empty. */
export function PoolCard({ pool, next }: PoolCardProps) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(pool.asset);
  const share = compareDecimals(pool.budget, '0') > 0 ? divideDecimals(pool.left, pool.budget, 4) : '0';
  const month = monthName(pool.month);
  const today = formatAmount(pool.leftToday, decimals);
  const [left, budget] = [formatAmount(pool.left, decimals), formatAmount(pool.budget, decimals)];
  return (
    <>
      <Card>
        <div className={css['poolHead']}>
          <h2>
            <Trans>Reward pool of {month}</Trans>
          </h2>
          <span>
            <Trans>{formatShare(share, 1)} left</Trans>
          </span>
        </div>
        <Progress label={t`Left in the pool`} share={Number(share)} />
        <p className={css['poolFoot']}>
          <span>
            <Trans>
              <b>{left}</b> of {budget} {pool.asset}
            </Trans>
          </span>
          {compareDecimals(pool.leftToday, pool.left) < 0 && (
            <span>
              <Trans>
                {today} {pool.asset} for today
              </Trans>
            </span>
          )}
        </p>
      </Card>
      <p className={css['note']} data-warn={next === null || undefined}>
        <Icon of={next === null ? TriangleAlert : Info} size="inline" />
        {next === null ? (
          <Trans>The pool is empty. Checking in still counts towards your streak but pays nothing.</Trans>
        ) : (
          <Trans>
            A day ends at 24:00 UTC+8, whatever this phone’s clock says. When the pool is empty, checking in pays
            nothing and this page says so.
          </Trans>
        )}
      </p>
    </>
  );
}
