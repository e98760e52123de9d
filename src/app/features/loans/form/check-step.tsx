import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CallInput, CallOutput } from '#protocol/calls.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { leastHours } from '#protocol/loans/maths/interest.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { walletLabels } from '#app/features/assets/wallet-labels.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { type Submit, useSubmit } from '#app/features/outcomes/use-submit.ts';
import { clearLoanDraft } from '../draft.ts';
import { levelText, priceAt, ratioText, rateText } from '../health.ts';
import { Hero } from '../hero.tsx';
import { Length } from '../length.tsx';
import css from '../loans.module.css';
import { applyMutation } from '../mutations.ts';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import type { StepProps } from './loan-step.tsx';
import type { Application } from './use-application.ts';

const calls = ['POST loan/add'] as const;
const clockStepMs = 60_000;
const dayHours = 24;

/** The last step: everything once more, and the button that locks the collateral. */
export function CheckStep({ application, bar }: StepProps) {
  const { t } = useLingui();
  const submit = useSubmit(calls, applyMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const { draft, limits, pledge } = application;
  const { decimals } = useCoinFacts()(limits.asset);
  const [coin, sale] = [pledge.asset, levelText(pledge.levels.sale)];
  return (
    <Page title={t`Borrow`} bottom={<ApplyButton application={application} submit={submit} />}>
      {bar}
      <Hero label={<Trans>You borrow</Trans>} number={formatAmount(draft.amount, decimals)} coin={limits.asset} />
      <div className={css['stack']}>
        <Facts application={application} />
        <RiskLine>
          <Trans>
            At {sale} loan-to-value {coin} is sold. You never owe more than the sale proceeds.
          </Trans>
        </RiskLine>
        <SubmitFailure held={submit.held} failure={failure} />
      </div>
    </Page>
  );
}

interface ApplyButtonProps {
  readonly application: Application;
  readonly submit: Submit<CallInput<'POST loan/add'>, CallOutput<'POST loan/add'>>;
}

/** Locks the collateral and applies, and goes on to the loan. */
function ApplyButton({ application: { draft, limits, pledge, hours }, submit }: ApplyButtonProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  const { decimals } = useCoinFacts()(limits.asset);
  const [amount, asset] = [formatAmount(draft.amount, decimals), limits.asset];
  const [collateral, coin] = [formatNumber(draft.collateral), pledge.asset];
  const request = {
    asset,
    amount: draft.amount,
    hours,
    collateral: { asset: coin, wallet: draft.wallet, amount: draft.collateral },
    contact: draft.contact.trim(),
    document: draft.document.trim(),
    note: draft.note.trim(),
  };
  const onSuccess = ({ loan }: CallOutput<'POST loan/add'>) => {
    void navigate({ to: '/pages/loan/onlineRepayment', search: { id: loan.id }, replace: true });
    clearLoanDraft();
  };
  return (
    <Button
      kind="primary"
      size="l"
      busy={submit.busy}
      busyLabel={t`Sending…`}
      detail={
        <OneLine>
          <Trans>
            {amount} {asset} are paid out after the review
          </Trans>
        </OneLine>
      }
      disabledReason={reachable ? undefined : t`No connection. What you entered stays on this phone.`}
      onClick={() => submit.send(request, { onSuccess })}
    >
      <OneLine>
        {practice ? (
          <Trans>
            Lock {collateral} {coin} and apply (practice)
          </Trans>
        ) : (
          <Trans>
            Lock {collateral} {coin} and apply
          </Trans>
        )}
      </OneLine>
    </Button>
  );
}

function Facts({ application }: { application: Application }) {
  const { t, i18n } = useLingui();
  const factsOf = useCoinFacts();
  const { draft, limits, terms, pledge, hours, owed } = application;
  const due = useServerNow(clockStepMs) + hours * hourMs;
  const wallet = i18n._(walletLabels[draft.wallet].name);
  const places = factsOf(pledge.asset).priceDecimals;
  const soldAt = priceAt({ owed: draft.amount, collateral: draft.collateral }, pledge.levels.sale, places);
  return (
    <FactsCard
      items={[
        { key: t`Collateral, locked`, value: t`${formatNumber(draft.collateral)} ${pledge.asset} in ${wallet}` },
        { key: t`Runs for`, value: <Length hours={hours} />, id: 'length' },
        { key: t`Due`, value: formatTime(due, hours < dayHours ? 'dateTime' : 'date') },
        { key: t`Interest an hour`, value: rateText(terms.hourlyRate, 4) },
        { key: t`Minimum interest`, value: <Length hours={leastHours} />, id: 'least' },
        {
          key: t`Owed on the due day`,
          value: `${formatAmount(owed, factsOf(limits.asset).decimals)} ${limits.asset}`,
        },
        { key: t`Loan-to-value`, value: ratioText(application.ratio) },
        {
          key: t`Collateral sold at`,
          value: soldAt === null ? '–' : `${formatNumber(soldAt, { decimals: places })} ${limits.asset}`,
        },
        { key: t`Paid into`, value: i18n._(walletLabels.spot.name) },
        { key: t`Contact`, value: draft.contact },
        { key: t`Document number`, value: draft.document },
        ...(draft.note === '' ? [] : [{ key: t`Note`, value: draft.note }]),
      ]}
    />
  );
}
