import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, ReceiptText, SearchX } from 'lucide-react';
import type { Loan } from '#protocol/loans/entities.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { loanReviewDays } from '#protocol/loans/maths/bounds.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode, useFeature } from '#app/platform/session/launch-config.ts';
import { Steps } from '#app/ui/layout/Steps.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { loanQuery } from '../queries.ts';
import { RunningLoan } from './running-loan.tsx';
import { Hero } from '../hero.tsx';
import css from '../loans.module.css';
import { ratioOf, ratioText } from '../health.ts';
import { LtvBar } from '../ltv-bar.tsx';
import { LoanEvents } from './loan-events.tsx';
import { stateLabels } from '../loan-labels.ts';

/** One own loan: its review, its health and what can be done, its sale, or how it ended. */
export function LoanScreen({ id }: { id: string | undefined }) {
  const { t } = useLingui();
  const query = useQuery({ ...loanQuery(id ?? '0'), enabled: id !== undefined, meta: { quiet: true } });
  const loan = query.data?.list[0];
  if (loan !== undefined) return <View key={loan.id} loan={loan} at={query.dataUpdatedAt} />;
  const isUnknown = id === undefined || query.data !== undefined;
  return (
    <Page title={t`Loan`}>
      {isUnknown ? (
        <EmptyState
          icon={SearchX}
          title={t`Loan not found`}
          text={t`It is not one of your loans, or its address is incomplete.`}
          action={
            <Button wide={false} href="#/pages/loan/loanRecords">
              <Trans>Loan records</Trans>
            </Button>
          }
        />
      ) : (
        <NotLoaded query={query} title={<Trans>The loan did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[120, 14], [160, 40], 48, 200]} />
        </NotLoaded>
      )}
    </Page>
  );
}

function View({ loan, at }: { loan: Loan; at: number }) {
  const { t } = useLingui();
  const day = formatTime(loan.startedAt ?? loan.appliedAt, 'day');
  const frame = {
    title: t`Loan of ${day}`,
    actions: (
      <>
        <IconButton icon={ReceiptText} label={t`Loan records`} href="#/pages/loan/loanRecords" />
        <IconButton icon={CircleHelp} label={t`How loans work`} href="#/pages/loanDescription/loanDescription" />
      </>
    ),
  };
  if (loan.state === 'running') return <RunningLoan loan={loan} at={at} frame={frame} />;
  return (
    <Page {...frame}>
      <OfflineAge at={at} />
      {loan.state === 'under-review' ? (
        <WaitingLoan loan={loan} />
      ) : loan.state === 'selling' ? (
        <SellingLoan loan={loan} />
      ) : (
        <EndedLoan loan={loan} />
      )}
    </Page>
  );
}

/** An application that waits for its review. */
function WaitingLoan({ loan }: { loan: Loan }) {
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

/** A loan whose collateral is being sold: the slices as they fill. Nothing can be done meanwhile. */
function SellingLoan({ loan }: { loan: Loan }) {
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

/** The exchange refused it itself: the collateral lost too much until the decision. */
const priceFell = 'price-fell';

/** A loan of which nothing is owed any more, or that was not approved. */
function EndedLoan({ loan }: { loan: Loan }) {
  const { i18n } = useLingui();
  const { decimals } = useCoinFacts()(loan.asset);
  const { name, tone } = stateLabels[loan.state];
  const isOn = useFeature('loans');
  return (
    <>
      <Hero
        label={
          <>
            <Trans>You owe</Trans> <Badge tone={tone}>{i18n._(name)}</Badge>
          </>
        }
        number={formatAmount('0', decimals)}
        coin={loan.asset}
      >
        <Ending loan={loan} />
      </Hero>
      <div className={css['stack']}>
        {loan.state !== 'refused' && <LoanEvents loan={loan} />}
        {isOn && (
          <Button href="#/pages/loan/form">
            <Trans>Apply again</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

function Ending({ loan }: { loan: Loan }) {
  const { decimals } = useCoinFacts()(loan.asset);
  const { reason, asset } = loan;
  const [collateral, coin] = [formatNumber(loan.collateral.pledged), loan.collateral.asset];
  const repaid = formatAmount(loan.repaid, decimals);
  if (loan.state === 'refused') {
    return reason === priceFell ? (
      <Trans>
        {coin} fell too far during the review. {collateral} {coin} are free again.
      </Trans>
    ) : (
      <Trans>
        {collateral} {coin} are free again. Reason: {reason}
      </Trans>
    );
  }
  if (loan.state === 'written-off') {
    const borne = formatAmount(loan.writtenOff, decimals);
    return (
      <Trans>
        {repaid} {asset} were repaid by the sale. The exchange bears the other {borne}.
      </Trans>
    );
  }
  return (
    <Trans>
      {repaid} {asset} were repaid in all. What is left of the collateral is free.
    </Trans>
  );
}
