import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type Interval, intervalNames } from '../../../protocol/intervals.ts';
import { Chips } from '../../ui/controls/Chips.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { Icon } from '../../ui/icons.tsx';
import { moveInGroup, radioProps, useInSight } from '../../ui/controls/roving.ts';
import type { ChartChoice } from './chart-choice.ts';
import { changeInterval } from './chart-choice.ts';
import css from './intervals.module.css';

/** Short signs of the intervals, as traders write them. */
export const intervalSigns: Readonly<Record<Interval, MessageDescriptor>> = {
  '1m': msg`1m`,
  '3m': msg`3m`,
  '5m': msg`5m`,
  '15m': msg`15m`,
  '30m': msg`30m`,
  '1h': msg`1h`,
  '2h': msg`2h`,
  '4h': msg`4h`,
  '6h': msg`6h`,
  '12h': msg`12h`,
  '1d': msg`1D`,
  '3d': msg`3D`,
  '1w': msg`1W`,
  '1M': msg`1M`,
};

const inRow: readonly Interval[] = ['5m', '15m', '1h', '4h', '1d', '1w'];

/** The line of the last minutes is a view of its own, as on other exchanges. */
function isLineView(choice: ChartChoice): boolean {
  return choice.kind === 'line' && choice.interval === '1m';
}

function choose(interval: Interval, choice: ChartChoice): void {
  changeInterval(interval, choice, isLineView(choice) ? 'candles' : choice.kind);
}

/** The row of intervals: Line, the usual ones, the others in a sheet, and the settings where there are any. */
export function IntervalRow({ choice, onSettings }: { choice: ChartChoice; onSettings?: () => void }) {
  const { t, i18n } = useLingui();
  const [more, setMore] = useState(false);
  const line = isLineView(choice);
  const other = !line && !inRow.includes(choice.interval);
  const stop = line || other ? null : choice.interval;
  const chosen = useInSight(line ? 'line' : stop);
  return (
    <div className={css['row']}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the intervals */}
      <div className={css['intervals']} role="radiogroup" aria-label={t`Interval`} onKeyDown={moveInGroup}>
        <button
          ref={line ? chosen : undefined}
          type="button"
          {...radioProps(line, line || stop === null)}
          className={css['interval']}
          onClick={() => changeInterval('1m', choice, 'line')}
        >
          <span>{t`Line`}</span>
        </button>
        {inRow.map((interval) => (
          <button
            key={interval}
            ref={interval === stop ? chosen : undefined}
            type="button"
            {...radioProps(interval === stop, interval === stop)}
            className={css['interval']}
            onClick={() => choose(interval, choice)}
          >
            <span>{i18n._(intervalSigns[interval])}</span>
          </button>
        ))}
      </div>
      <button
        type="button"
        className={css['more']}
        data-here={other || undefined}
        aria-haspopup="dialog"
        onClick={() => setMore(true)}
      >
        <span>{other ? i18n._(intervalSigns[choice.interval]) : t`More`}</span>
        <Icon of={ChevronDown} size="note" />
      </button>
      {onSettings !== undefined && (
        <IconButton
          icon={SlidersHorizontal}
          label={t`Chart settings`}
          tone="quiet"
          aria-haspopup="dialog"
          onClick={onSettings}
        />
      )}
      <Sheet open={more} onClose={() => setMore(false)} title={t`Interval`}>
        <div className={css['all']}>
          <Chips
            label={t`Interval`}
            inset
            wrap
            items={intervalNames.map((id) => ({ id, label: i18n._(intervalSigns[id]) }))}
            value={line ? null : choice.interval}
            onChange={(interval) => {
              choose(interval, choice);
              setMore(false);
            }}
          />
        </div>
      </Sheet>
    </div>
  );
}
