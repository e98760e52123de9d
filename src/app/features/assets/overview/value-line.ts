import { toUnits } from '../../../../protocol/maths/decimal.ts';
import type { ValuePoint } from '../../../../protocol/entities/movement.ts';

/** A point of the picture: shares of the box, from its left upper corner. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

/** Values as they are drawn: pictures need no exact decimals. */
export interface ValueLine {
  readonly points: readonly LinePoint[];
  /** Places in the list of the lowest and the highest value. */
  readonly lowest: number;
  readonly highest: number;
}

/** Room above and below the line, as a share of the box. */
const margin = 0.08;

/** Values over time in a box of 1 by 1; a value that never changes lies in the middle. */
export function valueLine(history: readonly ValuePoint[]): ValueLine {
  const values = history.map(({ total }) => Number(toUnits(total, 2)));
  const first = history[0]?.at ?? 0;
  const span = (history.at(-1)?.at ?? 0) - first;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = high - low;
  const points = history.map(({ at }, index) => ({
    x: span === 0 ? 1 : (at - first) / span,
    y: range === 0 ? 0.5 : 1 - margin - (((values[index] ?? low) - low) / range) * (1 - 2 * margin),
  }));
  return { points, lowest: values.indexOf(low), highest: values.indexOf(high) };
}

/** The line as a path over a box of 100 by 100. */
export function linePath(points: readonly LinePoint[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${(x * 100).toFixed(2)} ${(y * 100).toFixed(2)}`)
    .join('');
}

/** The point nearest to a place between left (0) and right (1). */
export function nearestPoint(points: readonly LinePoint[], share: number): number {
  let nearest = 0;
  let away = Number.POSITIVE_INFINITY;
  points.forEach(({ x }, index) => {
    const distance = Math.abs(x - share);
    if (distance < away) {
      away = distance;
      nearest = index;
    }
  });
  return nearest;
}
