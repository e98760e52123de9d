import { packFailure } from '../bus/failures.ts';

/** Tools of tests that break messages in every place. */

/** Errors as what crosses of them: what broke an invariant crosses without detail. */
export function comparable(value: unknown): unknown {
  if (value instanceof Error) return { failure: packFailure(value) };
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, comparable(inner)]));
}

/** A way to a part of a message, field by field. */
export type Place = readonly string[];

/** Every place in a message. @param isOpaque whether what is below a place may be anything */
export function placesOf(value: unknown, isOpaque: (place: Place) => boolean, place: Place = []): Place[] {
  if (value === null || typeof value !== 'object' || isOpaque(place)) return [place];
  return [place, ...Object.entries(value).flatMap(([field, inner]) => placesOf(inner, isOpaque, [...place, field]))];
}

/** The message with another value at a place; without a value, the place is gone. */
export function altered(value: unknown, [field, ...rest]: Place, put: unknown): unknown {
  if (field === undefined) return put;
  const holder = value as Readonly<Record<string, unknown>>;
  const inner = altered(holder[field], rest, put);
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return inner === undefined
      ? entries.filter((_, nth) => String(nth) !== field)
      : entries.map((entry, nth) => (String(nth) === field ? inner : entry));
  }
  return { ...holder, [field]: inner };
}
