import { useLingui } from '@lingui/react/macro';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { ValuePoint } from '../../../../protocol/entities/movement.ts';
import { formatAmount } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { valuationAsset } from '../valuation.ts';
import css from './value-card.module.css';
import { linePath, type LinePoint, nearestPoint, valueLine } from './value-line.ts';

export interface ValueGraphProps {
  history: readonly ValuePoint[];
  direction: 'up' | 'down' | 'flat';
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
export function ValueGraph({ history, direction, chosen, onChoose }: ValueGraphProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const { points } = useMemo(() => valueLine(history), [history]);
  const last = points.length - 1;
  const shown = chosen ?? last;
  const at = (event: PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (area !== undefined && area.width > 0) onChoose(nearestPoint(points, (event.clientX - area.left) / area.width));
  };
  const press = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, shown, last);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
  };
  const reading = history[shown];
  const mark = points[shown];
  return (
    <div
      ref={box}
      className={css['graph']}
      data-direction={direction}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input would draw its own track over the line
      role="slider"
      tabIndex={0}
      aria-label={t`Value over time`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={
        reading === undefined
          ? ''
          : `${formatTime(reading.at, 'dateTime')}: ${formatAmount(reading.total)} ${valuationAsset}`
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
      onPointerCancel={() => {
        setDragging(false);
        onChoose(null);
      }}
      onPointerLeave={() => {
        setDragging(false);
        onChoose(null);
      }}
    >
      <Line points={points} mark={chosen === null ? undefined : mark} />
      {mark !== undefined && (
        <span className={css['dot']} style={{ left: `${mark.x * 100}%`, top: `${mark.y * 100}%` }} />
      )}
    </div>
  );
}

/** The line with its fade, where it began, and the cursor. */
function Line({ points, mark }: { points: readonly LinePoint[]; mark: LinePoint | undefined }) {
  const fade = useId();
  const path = linePath(points);
  const start = points[0];
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <defs>
        <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
          <stop className={css['stop']} offset="0" stopOpacity="0.16" />
          <stop className={css['stop']} offset="1" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`${path}L100 100L0 100Z`} fill={`url(#${fade})`} />
      {start !== undefined && <line className={css['start']} x1="0" x2="100" y1={start.y * 100} y2={start.y * 100} />}
      <path className={css['line']} d={path} />
      {mark !== undefined && <line className={css['cursor']} x1={mark.x * 100} x2={mark.x * 100} y1="0" y2="100" />}
    </svg>
  );
}
