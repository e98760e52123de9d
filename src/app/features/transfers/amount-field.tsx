import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { decimalPlaces, type Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { FieldButton, NumberField } from '#app/ui/controls/NumberField.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { mostOf, type AmountBounds, type AmountProblem } from './amount-check.ts';

interface AmountFieldProps {
  asset: string;
  value: string;
  bounds: AmountBounds;
  /** Shown when the user had a chance to fill it. */
  problem: AmountProblem | null;
  /** What the exchange said of it. */
  refusal?: string | undefined;
  /** Why not more is available, below what is. */
  note?: ReactNode;
  onChange: (amount: string) => void;
  onLeave?: () => void;
}

/** An amount of a coin, with what is available and a way to take all of it. */
export function AmountField(props: AmountFieldProps) {
  const { t } = useLingui();
  const { asset, value, bounds, problem, refusal, onChange, onLeave } = props;
  const { decimals } = useCoinFacts()(asset);
  const { available } = bounds;
  const places = Math.max(decimals, available === null ? 0 : decimalPlaces(available), decimalPlaces(value || '0'));
  const error = problem === null ? refusal : problemText(problem);
  const most = mostOf(bounds);
  return (
    <NumberField
      label={t`Amount (${asset})`}
      value={value}
      places={places}
      {...(error === undefined ? {} : { error })}
      hint={
        <>
          <Trans>Available: {available === null ? '–' : formatNumber(available)}</Trans>
          {props.note}
        </>
      }
      trailing={
        <FieldButton onClick={() => onChange(most === '0' ? '' : most)}>
          <Trans>Max</Trans>
        </FieldButton>
      }
      onChange={onChange}
      {...(onLeave === undefined ? {} : { onBlur: onLeave })}
    />
  );

  function problemText(what: AmountProblem): string {
    const shown = (amount: Decimal | null | undefined) => formatNumber(amount ?? '0');
    switch (what) {
      case 'missing':
        return t`Enter an amount.`;
      case 'above-available':
        return t`You have ${shown(bounds.available)} ${asset} available.`;
      case 'below-minimum':
        return t`Enter at least ${shown(bounds.minimum)} ${asset}.`;
      case 'above-maximum':
        return t`Enter at most ${shown(bounds.maximum)} ${asset}.`;
    }
  }
}
