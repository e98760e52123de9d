import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { dayOfText } from '#protocol/core/product-day.ts';
import { directionOf, formatNumber } from '#app/platform/format/number-format.ts';
import { formatDay } from '#app/platform/format/time-format.ts';
import { directionName } from '#app/ui/numbers/direction.ts';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import css from './bars.module.css';
import { type Bar, barScale, type BarScale } from './days.ts';

interface BarsProps {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
  readonly decimals: number;
}

const width = 300;
const height = 120;
/** Room for at least so many days: a few stand at the right, no broader than others. */
const slotsLeast = 10;
/** A bar of all the room of its day. */
const barShare = 0.7;
/** Of at least so many pixels is a bar that is not nothing. */
const leastPx = 1;

/** Income per day as bars; arrow keys, a finger or the mouse choose a day. A day without the exchange is hatched. */
export function Bars({ bars, chosen, onChoose, decimals }: BarsProps) {
  const { t } = useLingui();
  const nth = Math.max(
    0,
    bars.findIndex(({ day }) => day === chosen),
  );
  const scale = barScale(bars);
  const { slots, empty } = slotsOf(bars);
  const bar = bars[nth];
  const signed = (income: string) => formatNumber(income, { decimals, sign: 'always' });
  const reading = bar?.of == null ? t`not counted` : signed(bar.of.income);
  const choose = (index: number) => {
    const next = bars[Math.min(bars.length - 1, Math.max(0, index))];
    if (next !== undefined) onChoose(next.day);
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowLeft: nth - 1, ArrowRight: nth + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    choose(Math.floor(((clientX - box.left) / box.width) * slots) - empty);
  };
  return (
    <div className={css['box']}>
      <div className={css['plot']}>
        <Grid scale={scale} />
        <div
          className={css['bars']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input would draw its own track over the bars
          role="slider"
          tabIndex={0}
          aria-label={t`Income per day`}
          aria-valuemin={0}
          aria-valuemax={bars.length - 1}
          aria-valuenow={nth}
          aria-valuetext={`${bar === undefined ? '' : formatDay(dayOfText(bar.day))}: ${reading}`}
          onKeyDown={press}
          onPointerDown={point}
        >
          <Picture bars={bars} scale={scale} nth={nth} decimals={decimals} />
          <span className={css['tag']} aria-hidden style={{ left: `${((empty + nth + 0.5) / slots) * 100}%` }}>
            <OwnAmount>{reading}</OwnAmount>
          </span>
        </div>
      </div>
      <DayAxis bars={bars} nth={nth} />
    </div>
  );
}

/** How many days have room, and how many of them at the left stay empty. */
function slotsOf(bars: readonly Bar[]): { readonly slots: number; readonly empty: number } {
  const slots = Math.max(slotsLeast, bars.length);
  return { slots, empty: slots - bars.length };
}

/** Lines at round figures, with what they stand for at the right. */
function Grid({ scale: { above, below, lines } }: { readonly scale: BarScale }) {
  return lines.map((line) => (
    <span
      key={line}
      aria-hidden
      className={css['grid']}
      data-zero={line === 0 || undefined}
      style={{ top: `${((above - line) / (above + below)) * 100}%` }}
    >
      <span>
        <OwnAmount>{formatNumber(lineText(line), { sign: 'always' })}</OwnAmount>
      </span>
    </span>
  ));
}

interface PictureProps extends Pick<BarsProps, 'bars' | 'decimals'> {
  readonly scale: BarScale;
  /** The chosen bar. */
  readonly nth: number;
}

function Picture({ bars, scale: { above, below }, nth, decimals }: PictureProps) {
  const perUnit = height / (above + below);
  const { slots, empty } = slotsOf(bars);
  const stepPx = width / slots;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {bars.map(({ day, of }, index) => (
        <DayBar
          key={day}
          x={(empty + index) * stepPx + (stepPx * (1 - barShare)) / 2}
          width={stepPx * barShare}
          zero={above * perUnit}
          length={of === null ? null : Number(of.income) * perUnit}
          direction={directionName(of === null ? 0 : directionOf(of.income, decimals))}
          chosen={index === nth}
        />
      ))}
    </svg>
  );
}

/** A picture's figure as a decimal text, without what floats leave behind. */
function lineText(line: number): string {
  return line.toFixed(6).replace(/\.?0+$/, '');
}

interface DayBarProps {
  readonly x: number;
  readonly width: number;
  /** Height of zero. */
  readonly zero: number;
  /** Upwards; null for a day that was not counted. */
  readonly length: number | null;
  readonly direction: string;
  readonly chosen: boolean;
}

function DayBar({ x, width: wide, zero, length, direction, chosen }: DayBarProps) {
  const hatch = useId();
  if (length === null) {
    return (
      <>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={css['hatch']} width="2" height="6" />
        </pattern>
        <rect x={x} y={0} width={wide} height={height} fill={`url(#${hatch})`} data-gap="" />
      </>
    );
  }
  const tall = Math.max(leastPx, Math.abs(length));
  return (
    <rect
      className={css['bar']}
      data-direction={direction}
      data-chosen={chosen || undefined}
      x={x}
      y={length >= 0 ? zero - tall : zero}
      width={wide}
      height={tall}
    />
  );
}

/** The days below, as many as have room: every third, and the chosen one. */
function DayAxis({ bars, nth }: { readonly bars: readonly Bar[]; readonly nth: number }) {
  const last = bars.length - 1;
  const { empty } = slotsOf(bars);
  return (
    <p className={css['axis']} aria-hidden>
      {Array.from({ length: empty }, (_, index) => (
        <span key={index} />
      ))}
      {bars.map(({ day }, index) => (
        <span key={day} data-chosen={index === nth || undefined}>
          {index === nth || ((last - index) % 3 === 0 && Math.abs(index - nth) > 1) ? Number(day.slice(-2)) : ''}
        </span>
      ))}
    </p>
  );
}
