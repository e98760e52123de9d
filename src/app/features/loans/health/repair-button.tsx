import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Loan } from '#protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { ratioText, upTo } from '../health.ts';
import type { Repair, RepairKind } from './use-repair.ts';

interface RepairButtonProps {
  readonly loan: Loan;
  readonly kind: RepairKind;
  readonly repair: Repair;
}

/** Sends it: the verb, how much of what, and what is left then. */
export function RepairButton({ loan, kind, repair }: RepairButtonProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const { problem, submit } = repair;
  return (
    <Button
      kind="primary"
      size="l"
      busy={submit.busy}
      busyLabel={t`Sending…`}
      detail={<Result loan={loan} kind={kind} repair={repair} />}
      disabled={problem !== null && problem !== 'missing'}
      disabledReason={
        reachable ? (problem === 'missing' ? t`Enter an amount.` : undefined) : t`No connection. Nothing can be sent.`
      }
      onClick={repair.send}
    >
      <OneLine>
        <Verb kind={kind} repair={repair} />
      </OneLine>
    </Button>
  );
}

function Verb({ kind, repair: { amount, asset } }: Omit<RepairButtonProps, 'loan'>): ReactNode {
  const practice = usePracticeMode() === true;
  const { decimals } = useCoinFacts()(asset);
  const shown = kind === 'repay-all' ? formatAmount(upTo(amount, decimals), decimals) : formatNumber(amount || '0');
  if (kind === 'top-up') {
    return practice ? (
      <Trans>
        Lock {shown} {asset} (practice)
      </Trans>
    ) : (
      <Trans>
        Lock {shown} {asset}
      </Trans>
    );
  }
  return practice ? (
    <Trans>
      Repay {shown} {asset} (practice)
    </Trans>
  ) : (
    <Trans>
      Repay {shown} {asset}
    </Trans>
  );
}

function Result({ loan, kind, repair: { left, after } }: RepairButtonProps): ReactNode {
  const { decimals } = useCoinFacts()(loan.asset);
  const [collateral, coin] = [formatNumber(loan.collateral.amount), loan.collateral.asset];
  if (kind === 'repay-all') {
    return (
      <OneLine>
        <Trans>
          {collateral} {coin} returned
        </Trans>
      </OneLine>
    );
  }
  if (left === null) return <OneLine> </OneLine>;
  const ratio = ratioText(after);
  if (kind === 'top-up') {
    return (
      <OneLine>
        <Trans>Loan-to-value becomes {ratio}</Trans>
      </OneLine>
    );
  }
  const owed = formatAmount(upTo(left.owed, decimals), decimals);
  const due = loan.dueAt === null ? '–' : formatTime(loan.dueAt, 'dayTime');
  return (
    <OneLine>
      <Trans>
        {owed} stays owed until {due}
      </Trans>
    </OneLine>
  );
}
