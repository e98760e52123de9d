import { Trans, useLingui } from '@lingui/react/macro';
import type { Loan } from '#protocol/loans/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { ratioOf, ratioText } from '../health.ts';
import { Hero } from '../hero.tsx';
import css from '../loans.module.css';
import { LtvBar } from '../ltv-bar.tsx';
import { LoanEvents } from './loan-events.tsx';

/** A loan whose collateral is being sold: the slices as they fill. Nothing can be done meanwhile. */
export function SellingLoan({ loan }: { loan: Loan }) {
  const { t } = useLingui();
  const { asset: coin, amount, pledged } = loan.collateral;
  const now = ratioOf({ owed: loan.owed, collateral: amount }, loan.price);
  const [left, all] = [formatNumber(amount), formatNumber(pledged)];
  return (
    <>
      <Hero
        label={
          <>
            <Trans>Loan-to-value</Trans>{' '}
            <Badge tone="danger">
              <Trans>Being sold</Trans>
            </Badge>
          </>
        }
        number={ratioText(now)}
      >
        <Trans>
          {left} of {all} {coin} are still locked
        </Trans>
      </Hero>
      <div className={css['stack']}>
        <LtvBar levels={loan.levels} now={now} />
        <Banner tone="danger" inset live>
          {loan.saleCause === 'due'
            ? t`The loan was due. ${coin} is sold in slices until it is repaid; the rest is returned to you.`
            : t`${coin} is sold in slices until the loan is safe again. It cannot be repaid or topped up meanwhile.`}
        </Banner>
        <LoanEvents loan={loan} />
      </div>
    </>
  );
}
