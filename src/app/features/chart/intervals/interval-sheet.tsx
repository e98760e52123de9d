import { useLingui } from '@lingui/react/macro';
import { type Interval, intervalNames } from '#protocol/market-data/intervals.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { intervalSigns } from './interval-signs.ts';
import css from './intervals.module.css';

interface IntervalSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Null while none of them is shown, as in the line of the last minutes. */
  readonly value: Interval | null;
  readonly onChange: (interval: Interval) => void;
}

/** All intervals; it closes with a choice. */
export function IntervalSheet({ open, onClose, value, onChange }: IntervalSheetProps) {
  const { t, i18n } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Interval`}>
      <div className={css['all']}>
        <Chips
          label={t`Interval`}
          inset
          wrap
          items={intervalNames.map((id) => ({ id, label: i18n._(intervalSigns[id]) }))}
          value={value}
          onChange={(interval) => {
            onChange(interval);
            onClose();
          }}
        />
      </div>
    </Sheet>
  );
}
