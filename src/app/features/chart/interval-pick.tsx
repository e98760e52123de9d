import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type Interval, intervalNames } from '../../../protocol/intervals.ts';
import { Chips } from '../../ui/controls/Chips.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { intervalSigns } from './intervals.tsx';
import css from './intervals.module.css';

export interface IntervalPickProps {
  readonly value: Interval;
  readonly onChange: (interval: Interval) => void;
  readonly className?: string | undefined;
}

/** The interval of a chart that keeps its own: its sign, which opens all of them. */
export function IntervalPick({ value, onChange, className }: IntervalPickProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const sign = i18n._(intervalSigns[value]);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={`${t`Interval`}: ${sign}`}
        onClick={() => setOpen(true)}
      >
        {sign}
        <Icon of={ChevronDown} size="note" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Interval`}>
        <div className={css['all']}>
          <Chips
            label={t`Interval`}
            inset
            wrap
            items={intervalNames.map((id) => ({ id, label: i18n._(intervalSigns[id]) }))}
            value={value}
            onChange={(interval) => {
              onChange(interval);
              setOpen(false);
            }}
          />
        </div>
      </Sheet>
    </>
  );
}
