import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { ValuePoint } from '#protocol/wallets/entities/movement.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { valuationAsset } from '../valuation.ts';
import css from './value-card.module.css';
import { createValuePlot, type ValuePlot } from './value-plot.ts';

interface ValueGraphProps {
  history: readonly ValuePoint[];
  direction: 'up' | 'down' | 'flat';
  /** The coin of the values; USDT unless said. */
  asset?: string;
  /** The point under the cursor; null while there is none. */
  chosen: number | null;
  onChoose: (index: number | null) => void;
}

/** Step of page up and page down, as a share of the line. */
const pageShare = 0.1;

/** The point that a key leads to; null for a key that means none. */
function pointByKey(key: string, shown: number, last: number): number | null {
  const page = Math.max(1, Math.round(last * pageShare));
  const steps: Record<string, number> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - page,
    PageUp: shown + page,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

/** Value over time as a line; a finger, a mouse or the arrow keys read it point by point. */
export function ValueGraph({ history, direction, asset = valuationAsset, chosen, onChoose }: ValueGraphProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<ValuePlot>(null);
  const [dragging, setDragging] = useState(false);
  const last = history.length - 1;
  const shown = chosen ?? last;
  useEffect(() => {
    if (box.current === null) return;
    const made = createValuePlot(box.current);
    plot.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => plot.current?.show({ history, direction, shown }), [history, direction, shown]);
  const at = ({ currentTarget, clientX }: PointerEvent) => {
    const point = plot.current?.pointAt(clientX - currentTarget.getBoundingClientRect().left) ?? null;
    if (point !== null) onChoose(point);
  };
  const leave = () => {
    setDragging(false);
    onChoose(null);
  };
  const press = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, shown, last);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
  };
  const reading = history[shown];
  return (
    <div
      ref={box}
      className={css['graph']}
      data-chosen={chosen !== null || undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input would draw its own track over the line
      role="slider"
      tabIndex={0}
      aria-label={t`Value over time`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={
        reading === undefined ? '' : `${formatTime(reading.at, 'dateTime')}: ${formatAmount(reading.total)} ${asset}`
      }
      onKeyDown={press}
      onBlur={() => onChoose(null)}
      onPointerDown={(event) => {
        setDragging(true);
        at(event);
      }}
      onPointerMove={(event) => {
        if (dragging || event.pointerType === 'mouse') at(event);
      }}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={leave}
      onPointerLeave={leave}
    />
  );
}
