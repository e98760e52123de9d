import { Trans, useLingui } from '@lingui/react/macro';
import { dayMs } from '#protocol/core/durations.ts';
import type { Loan } from '#protocol/loans/entities.ts';
import { loanReviewDays } from '#protocol/loans/maths/bounds.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Steps } from '#app/ui/layout/Steps.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { Hero } from '../hero.tsx';
import css from '../loans.module.css';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';

/** An application that waits for its review. */
export function WaitingLoan({ loan }: { loan: Loan }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const { decimals } = useCoinFacts()(loan.asset);
  const [collateral, coin] = [formatNumber(loan.collateral.amount), loan.collateral.asset];
  const day = formatTime(loan.appliedAt + loanReviewDays * dayMs, 'date');
  const answer = practice ? t`Within a minute in practice` : t`By ${day}`;
  return (
    <>
      <Hero
        label={
          <>
            <Trans>You asked for</Trans>{' '}
            <Badge tone="warn">
              <Trans>Under review</Trans>
            </Badge>
          </>
        }
        number={formatAmount(loan.amount, decimals)}
        coin={loan.asset}
      >
        <Trans>Set aside for you in the loans account until the answer</Trans>
      </Hero>
      <div className={css['stack']}>
        <Steps
          label={t`Application`}
          steps={[
            { id: 'sent', label: t`Application sent`, detail: formatTime(loan.appliedAt, 'dayTime'), state: 'done' },
            { id: 'locked', label: t`${collateral} ${coin} locked`, state: 'done' },
            { id: 'review', label: t`Review`, detail: answer, state: 'now' },
            { id: 'paid', label: t`Paid into your spot wallet`, state: 'ahead' },
          ]}
        />
        <RiskLine quiet>
          <Trans>
            Interest starts when the loan is paid out. If it is not approved, the collateral is released immediately.
          </Trans>
        </RiskLine>
      </div>
    </>
  );
}
