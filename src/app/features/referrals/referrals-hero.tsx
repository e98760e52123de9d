import { Trans } from '@lingui/react/macro';
import type { TeamCoin, TeamWeek } from '../../../protocol/referrals/entities.ts';
import { addDecimals, compareDecimals } from '../../../protocol/core/decimal.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import hero from '../../ui/layout/Hero.module.css';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { OwnHeroNumber } from '../order-entry/own-hero-number.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { sumOfWeeks } from './weeks.ts';

interface ReferralsHeroProps {
  readonly coin: TeamCoin;
  /** Those of the chart. */
  readonly weeks: readonly TeamWeek[];
}

/** What may be moved, and which fees it came from. */
export function ReferralsHero({ coin: { asset, held, owed }, weeks }: ReferralsHeroProps) {
  const amountOf = useAmountText();
  const isOld = !useReachable();
  const sum = sumOfWeeks(weeks);
  const number = amountOf(held, asset, false);
  const [credited, fees] = [addDecimals(sum.direct, sum.indirect), sum.fees].map((each) =>
    amountOf(each, asset, false),
  );
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>Rebates to move</Trans> <OwnAmountsEye size="inline" tone="quiet" />
      </p>
      <OwnHeroNumber number={number} asset={asset} old={isOld} />
      <p className={hero['line']}>
        <OwnAmount>
          <Trans>
            {credited} in 12 weeks, from {fees} of kept fees
          </Trans>
        </OwnAmount>
      </p>
      {compareDecimals(owed, '0') > 0 && (
        <p className={hero['line']}>
          <OwnAmount>
            <Trans>{amountOf(owed, asset)} was reversed after you moved it; your next rebates repay it first</Trans>
          </OwnAmount>
        </p>
      )}
    </div>
  );
}
