import { Trans, useLingui } from '@lingui/react/macro';
import type { Loan } from '#protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { Hero } from '../hero.tsx';
import { stateLabels } from '../loan-labels.ts';
import css from '../loans.module.css';
import { LoanEvents } from './loan-events.tsx';

/** The exchange refused it itself: the collateral lost too much until the decision. */
const priceFell = 'price-fell';

/** A loan of which nothing is owed any more, or that was not approved. */
export function EndedLoan({ loan }: { loan: Loan }) {
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
