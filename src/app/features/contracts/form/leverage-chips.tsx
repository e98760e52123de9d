import { useLingui } from '@lingui/react/macro';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { leverageText } from '../contract-labels.ts';

interface LeverageChipsProps {
  readonly allowed: readonly number[];
  readonly value: number;
  readonly onChange: (leverage: number) => void;
}

/** The leverages that may be chosen. */
export function LeverageChips({ allowed, value, onChange }: LeverageChipsProps) {
  const { t } = useLingui();
  return (
    <Chips
      label={t`Leverage`}
      inset
      wrap
      items={allowed.map((each) => ({ id: String(each), label: leverageText(each) }))}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
