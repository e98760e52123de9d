import type { Decimal } from '#protocol/core/decimal.ts';

export type LineMark = 'bound' | 'index' | 'best' | 'you';

interface PlacedMark {
  readonly mark: LineMark;
  readonly price: Decimal;
  /** 0 to 1 along the line. */
  readonly at: number;
}

/** What is left free at both ends of the line. */
const margin = 0.12;

/**
 * Where prices stand on a line that holds all of them with room at its ends, in the order of their prices. A picture:
 * plain numbers are exact enough.
 */
export function placeMarks(prices: Partial<Readonly<Record<LineMark, Decimal | null>>>): PlacedMark[] {
  const given = (Object.entries(prices) as [LineMark, Decimal | null][]).flatMap(([mark, price]) =>
    price === null || price === '' ? [] : [{ mark, price, value: Number(price) }],
  );
  const values = given.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least;
  return given
    .toSorted((a, b) => a.value - b.value)
    .map(({ mark, price, value }) => ({
      mark,
      price,
      at: span === 0 ? 0.5 : margin + ((value - least) / span) * (1 - 2 * margin),
    }));
}
