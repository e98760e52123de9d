import { type Direction, directionName } from './direction.ts';
import css from './Sparkline.module.css';

interface SparklineProps {
  /** Values in order of time, already numbers: this is a picture, not an amount. */
  values: readonly number[];
  direction: Direction;
  width?: number;
  height?: number;
}

/** The path of values over a box, with room for the line's width; empty for fewer than two values. */
function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const inner = height - 2;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = range === 0 ? height / 2 : 1 + inner - ((value - low) / range) * inner;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** A small line without axes, beside the change it draws; hidden from readers. */
export function Sparkline({ values, direction, width = 56, height = 24 }: SparklineProps) {
  return (
    <svg
      className={css['line']}
      data-direction={directionName(direction)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      <path d={sparklinePath(values, width, height)} />
    </svg>
  );
}
