import { useLingui } from '@lingui/react/macro';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { Interval } from '#protocol/market-data/intervals.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { moveInGroup, radioProps, useInSight } from '#app/ui/controls/roving.ts';
import type { ChartChoice } from '../chart-choice.ts';
import { changeInterval } from '../chart-choice.ts';
import { intervalSigns } from './interval-signs.ts';
import { IntervalSheet } from './interval-sheet.tsx';
import css from './intervals.module.css';

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
      <IntervalSheet
        open={more}
        onClose={() => setMore(false)}
        value={line ? null : choice.interval}
        onChange={(interval) => choose(interval, choice)}
      />
    </div>
  );
}
