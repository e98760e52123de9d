import type { ReactNode } from 'react';
import css from './Rings.module.css';

interface AllocationSlice {
  id: string;
  /** Share of the whole, 0 to 1. */
  share: number;
}

/** The most slices; the screen gathers the rest into one. */
export const allocationSliceLimit = 5;

const gap = 3.5;

/** Pixels at the usual text size; the ring grows with the words inside of it. */
function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** Where each slice begins and how long it is drawn, along a circle of the given length. */
function arcsOf(slices: readonly AllocationSlice[], around: number) {
  let start = 0;
  return slices.map((slice, index) => {
    const whole = slice.share * around;
    const arc = { id: slice.id, index, start, length: Math.max(1, whole - (slices.length > 1 ? gap : 0)) };
    start += whole;
    return arc;
  });
}

interface AllocationRingProps {
  /** The largest first; past five slices the rest is not drawn. */
  slices: readonly AllocationSlice[];
  /** In the middle: the largest share and its name. */
  children?: ReactNode;
  size?: number;
}

/** Shares of a whole as a ring; decoration, the list beside it carries names and values (`allocationColour` its dots). */
export function AllocationRing({ slices, children, size = 100 }: AllocationRingProps) {
  const stroke = 11;
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const arcs = arcsOf(slices.slice(0, allocationSliceLimit), around);
  return (
    <div className={css['ring']} style={{ width: rem(size), height: rem(size) }}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
        {arcs.map((arc) => (
          <circle
            key={arc.id}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke={allocationColour(arc.index)}
            strokeWidth={stroke}
            strokeDasharray={`${arc.length} ${around - arc.length}`}
            strokeDashoffset={-arc.start}
          />
        ))}
      </svg>
      <div className={css['middle']}>{children}</div>
    </div>
  );
}

/** The colour of a slice by its place, for the dots of the list beside the ring. */
export function allocationColour(index: number): string {
  return `var(--alloc-${Math.min(index, allocationSliceLimit - 1) + 1})`;
}

interface CountdownRingProps {
  /** What is left of the time, 0 to 1. */
  share: number;
  /** In the middle: the time, and a line below. */
  children: ReactNode;
  /** Few seconds are left: amber. */
  closing?: boolean;
  size?: 112 | 84 | 80 | 44;
}

/** A ring that empties clockwise from twelve. Give it a new share once a second, from the server's clock. */
export function CountdownRing({ share, children, closing = false, size = 112 }: CountdownRingProps) {
  const stroke = size === 112 ? 6 : size === 44 ? 3 : 5;
  const radius = (size - stroke) / 2;
  const around = 2 * Math.PI * radius;
  const left = Math.max(0, Math.min(1, share)) * around;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: stroke };
  return (
    <div className={css['ring']} style={{ width: rem(size), height: rem(size) }} data-closing={closing || undefined}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
        <circle {...circle} className={css['track']} />
        <circle
          {...circle}
          className={css['arc']}
          strokeDasharray={`${left} ${around}`}
          strokeDashoffset={left - around}
        />
      </svg>
      <div className={css['middle']}>{children}</div>
    </div>
  );
}
