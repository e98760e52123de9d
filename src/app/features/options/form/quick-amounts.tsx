import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Chips } from '../../../ui/controls/Chips.tsx';
import css from './form.module.css';

const most = 'max';

/** Stakes of one tap, in USDT. */
export const quickAmounts = ['10', '50', '100', '250'] as const;

interface QuickAmountsProps {
  readonly stake: string;
  readonly maximum: string;
  readonly onChange: (stake: string) => void;
}

/** Amounts of one tap, and all that may be staked. */
export function QuickAmounts({ stake, maximum, onChange }: QuickAmountsProps) {
  const { t } = useLingui();
  return (
    <div className={css['quick']}>
      <Chips
        label={t`Quick amounts`}
        even
        inset
        items={[
          ...quickAmounts.map((id) => ({ id: id as string, label: id as ReactNode })),
          { id: most, label: t`Max` },
        ]}
        value={quickAmounts.find((each) => each === stake) ?? (stake === maximum && stake !== '0' ? most : null)}
        onChange={(next) => onChange(next === most ? maximum : next)}
      />
    </div>
  );
}
