import { useState } from 'react';
import { type Decimal, fromUnits, toExactUnits, toUnits } from '#protocol/core/decimal.ts';

/** Digits behind the point of every value that has a slider. */
const places = 8;

/** From where to where a slider reaches, and its step; decimals. */
export interface SliderBounds {
  readonly least: Decimal;
  readonly most: Decimal;
  readonly step: Decimal;
}

/** Positions of a slider: whole multiples of its step. */
interface SliderScale {
  readonly min: number;
  readonly max: number;
  /** The position of a value, truncated; the lowest for what is none. */
  readonly at: (value: string) => number;
  /** The value of a position, exact. */
  readonly value: (position: number) => Decimal;
}

/** The scale of bounds: values that somebody typed beyond them widen it. */
export function sliderScale({ least, most, step }: SliderBounds, values: readonly string[] = []): SliderScale {
  const stepUnits = toUnits(step, places);
  const positionOf = (value: string) => {
    const units = toExactUnits(value, places);
    return units === null ? null : Number(units / stepUnits);
  };
  const low = positionOf(least) ?? 0;
  const typed = values.map(positionOf).filter((one) => one !== null);
  const min = Math.min(low, ...typed);
  return {
    min,
    max: Math.max(positionOf(most) ?? low, ...typed),
    at: (value) => positionOf(value) ?? min,
    value: (position) => fromUnits(BigInt(position) * stepUnits, places),
  };
}

/** The same, which does not become narrower again: it would slip away under a finger. */
export function useSliderScale(bounds: SliderBounds, values: readonly string[]): SliderScale {
  const scale = sliderScale(bounds, values);
  const [widest, setWidest] = useState({ step: bounds.step, min: scale.min, max: scale.max });
  const isOther = widest.step !== bounds.step;
  const min = isOther ? scale.min : Math.min(scale.min, widest.min);
  const max = isOther ? scale.max : Math.max(scale.max, widest.max);
  if (isOther || min !== widest.min || max !== widest.max) setWidest({ step: bounds.step, min, max });
  return { ...scale, min, max };
}

/** Bounds a third below and above a price, in steps of its fourth figure. Prices and steps are whole ticks. */
export function priceBounds(ticks: number, tick: Decimal): SliderBounds {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(1, ticks))) - 3));
  const price = (at: number) => fromUnits(BigInt(at) * toUnits(tick, places), places);
  const stepped = (at: number) => Math.max(step, Math.round(at / step) * step);
  return { least: price(stepped((ticks * 2) / 3)), most: price(stepped((ticks * 4) / 3)), step: price(step) };
}

/** Bounds from nothing to an amount, in steps of its third figure. */
export function amountBounds(most: Decimal): SliderBounds {
  const [whole = '0'] = most.split('.');
  const step = fromUnits(10n ** BigInt(Math.max(0, whole.length - 3 + 2)), 2);
  return { least: step, most, step };
}
