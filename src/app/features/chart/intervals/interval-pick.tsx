import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type Interval } from '#protocol/market-data/intervals.ts';
import { Icon } from '#app/ui/icons.tsx';
import { intervalSigns } from './interval-signs.ts';
import { IntervalSheet } from './interval-sheet.tsx';

interface IntervalPickProps {
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
      <IntervalSheet open={open} onClose={() => setOpen(false)} value={value} onChange={onChange} />
    </>
  );
}
