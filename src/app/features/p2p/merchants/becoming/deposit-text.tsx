import { Trans, useLingui } from '@lingui/react/macro';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { compareDecimals } from '../../../../../protocol/core/decimal.ts';
import { formatCoins } from '../../parts/fiat-money.ts';
import type { StepStanding } from './steps.ts';
import css from './becoming.module.css';

interface DepositTextProps {
  readonly standing: Pick<CallOutput<'GET legalMgrPage'>, 'deposit'>;
  readonly state: StepStanding;
}

/** What the deposit is for, whether the wallet can pay it, and why it was refused before. */
export function DepositText({ standing: { deposit }, state }: DepositTextProps) {
  const { t } = useLingui();
  const { asset, available, required, reason } = deposit;
  if (state === 'done') return <Trans>Paid.</Trans>;
  if (state === 'review') return <Trans>Paid, and under review. We will notify you.</Trans>;
  const shown = formatCoins(available, asset);
  const isEnough = compareDecimals(available, required) >= 0;
  return (
    <>
      {reason !== null && (
        <p className={css['warn']}>
          <Trans>Not accepted: {reason}</Trans>
        </p>
      )}
      <p>
        {t`Returned when you stop.`}{' '}
        {isEnough ? t`You have ${shown} in the fiat wallet, enough for it.` : t`You have ${shown} in the fiat wallet.`}
      </p>
    </>
  );
}
