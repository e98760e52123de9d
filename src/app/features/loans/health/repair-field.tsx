import { Trans, useLingui } from '@lingui/react/macro';
import type { Loan } from '#protocol/loans/entities.ts';
import { decimalPlaces } from '#protocol/core/decimal.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { FieldButton, NumberField } from '#app/ui/controls/NumberField.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { levelText, upTo } from '../health.ts';
import css from '../loans.module.css';
import type { Repair, RepairKind } from './use-repair.ts';

interface RepairFieldProps {
  readonly loan: Loan;
  readonly kind: RepairKind;
  readonly repair: Repair;
}

/** How much is added or repaid; for the whole there is nothing to enter. */
export function RepairField({ loan, kind, repair }: RepairFieldProps) {
  const { t } = useLingui();
  const { asset, amount, available, back, problem } = repair;
  const { decimals } = useCoinFacts()(asset);
  const error = useProblem(repair);
  const initial = levelText(loan.levels.initial);
  const has = available === null ? '–' : formatNumber(available);
  if (kind === 'repay-all') {
    const owed = formatAmount(upTo(loan.owed, decimals), decimals);
    return (
      <p className={css['note']} role={problem === 'too-much' ? 'alert' : undefined}>
        {problem === 'too-much' ? (
          error
        ) : (
          <Trans>
            {owed} {asset} are taken from your spot wallet, which has {has}.
          </Trans>
        )}
      </p>
    );
  }
  return (
    <NumberField
      label={kind === 'top-up' ? t`Add (${asset})` : t`Repay (${asset})`}
      value={amount}
      places={kind === 'top-up' ? decimalPlaces(repair.step) || decimals : 8}
      hint={<Trans>Available: {has}</Trans>}
      {...(error === null ? {} : { error })}
      trailing={
        back !== null && (
          <FieldButton onClick={() => repair.change(back)}>
            <Trans>Back to {initial}</Trans>
          </FieldButton>
        )
      }
      onChange={repair.change}
    />
  );
}

function useProblem({ problem, asset, available, step }: Repair): string | null {
  const { t } = useLingui();
  switch (problem) {
    case 'too-much':
      return t`You have ${formatNumber(available ?? '0')} ${asset} available.`;
    case 'above-owed':
      return t`That is more than you owe. Choose “Repay all”.`;
    case 'step':
      return t`Enter a multiple of ${formatNumber(step)}.`;
    case 'missing':
    case null:
      return null;
  }
}
