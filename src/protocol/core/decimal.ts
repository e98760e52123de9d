/**
 * Exact decimals. On the wire a decimal is a string; for arithmetic it is a `bigint` of units at a scale
 * (1.25 at scale 2 is 125n). Whatever does not fit the scale is truncated towards zero, never rounded
 * (spec point 9), and no step passes through a float.
 */

/** A decimal as it is written on the wire: digits, at most one point, a leading minus; no exponent. */
export type Decimal = string;

/** The longest decimal that is read; past it a text is refused before any arithmetic. */
export const decimalMaxLength = 40;

const pattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a text is a decimal of the wire format: no plus, no leading zeros, no exponent, at most 40 characters. */
export function isDecimal(text: string): text is Decimal {
  return text.length <= decimalMaxLength && pattern.test(text);
}

/** How many digits stand behind the point, without trailing zeros. */
export function decimalPlaces(text: Decimal): number {
  const point = text.indexOf('.');
  if (point < 0) return 0;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return Math.max(0, end - point - 1);
}

/**
 * Units of a decimal at a scale, truncated towards zero.
 *
 * @param scale digits behind the point, 0 to 30
 * @throws RangeError when the text is not a decimal: input is checked at the edge, so this is a broken invariant
 */
export function toUnits(text: Decimal, scale: number): bigint {
  if (!isDecimal(text)) throw new RangeError('not a decimal');
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return negative ? -units : units;
}

/** Units of a decimal at a scale, or null when the text is no decimal or has more places than the scale. */
export function toExactUnits(text: string, scale: number): bigint | null {
  if (!isDecimal(text) || decimalPlaces(text) > scale) return null;
  return toUnits(text, scale);
}

/** The decimal of an amount of units, without trailing zeros: 12500n at scale 4 is `1.25`. */
export function fromUnits(units: bigint, scale: number): Decimal {
  const text = fromUnitsFixed(units, scale);
  if (scale === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  if (text[end - 1] === '.') end -= 1;
  return text.slice(0, end);
}

/** The decimal of an amount of units with exactly `scale` places: 12500n at scale 4 is `1.2500`. */
export function fromUnitsFixed(units: bigint, scale: number): Decimal {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const split = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`;
  return negative ? `-${text}` : text;
}

/** 10 to the power of `scale`, as units. */
export function unitsPerOne(scale: number): bigint {
  return 10n ** BigInt(scale);
}

/** The decimal cut to `scale` places, written with all of them: `1.2399` at 2 is `1.23`. */
export function truncateDecimal(text: Decimal, scale: number): Decimal {
  return fromUnitsFixed(toUnits(text, scale), scale);
}

const workScale = 30;

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = toUnits(a, workScale) - toUnits(b, workScale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Sum, exact up to 30 places. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  return fromUnits(toUnits(a, workScale) + toUnits(b, workScale), workScale);
}

/** Difference, exact up to 30 places. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return fromUnits(toUnits(a, workScale) - toUnits(b, workScale), workScale);
}

/** Product, truncated to `scale` places. */
export function multiplyDecimals(a: Decimal, b: Decimal, scale: number): Decimal {
  const product = toUnits(a, workScale) * toUnits(b, workScale);
  return fromUnits(product / unitsPerOne(2 * workScale - scale), scale);
}

/**
 * Quotient, truncated to `scale` places.
 *
 * @throws RangeError when `b` is zero
 */
export function divideDecimals(a: Decimal, b: Decimal, scale: number): Decimal {
  return fromUnits((toUnits(a, workScale) * unitsPerOne(scale)) / toUnits(b, workScale), scale);
}
