import type { CallInput, CallName, CallOutput } from '#protocol/calls.ts';

/** A call that is asked again and again. Two with the same key are one question. */
export interface PolledCall<Name extends CallName = CallName> {
  readonly name: Name;
  /** Its path below the API's base, with the query. */
  readonly key: string;
  /** Whether the answer is a user's own, and is asked for with the token. */
  readonly isPrivate: boolean;
  readonly everyMs: number;
}

/** The answers that a topic is made of, by their calls. */
export interface PolledAnswers {
  /** Null where the exchange refused the call: the area is switched off, or there is no such thing. */
  of<Name extends CallName>(call: PolledCall<Name>): CallOutput<Name> | null;
}

/** A public call. */
export function publicCall<Name extends CallName>(
  name: Name,
  everyMs: number,
  input: CallInput<Name>,
): PolledCall<Name> {
  return { name, key: keyOf(name, input), isPrivate: false, everyMs };
}

/** A call of the signed-in user. */
export function ownCall<Name extends CallName>(name: Name, everyMs: number, input: CallInput<Name>): PolledCall<Name> {
  return { name, key: keyOf(name, input), isPrivate: true, everyMs };
}

function keyOf(name: CallName, input: object): string {
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
  const path = name.slice(name.indexOf(' ') + 1);
  return query === '' ? path : `${path}?${query}`;
}

/** The address of the page behind `cursor`; the first one for null. */
export function pageAddress(base: string, { key }: PolledCall, cursor: string | null): string {
  if (cursor === null) return base + key;
  return `${base}${key}${key.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

/** Where the next page of a list begins; null for the last one, and for what is no list. */
export function nextCursor(answer: unknown): string | null {
  const next = typeof answer === 'object' && answer !== null && 'next' in answer ? answer.next : null;
  return typeof next === 'string' ? next : null;
}

/** Two pages as one: lists are joined, everything else is of the later page. */
export function joinedPages(before: unknown, page: unknown): unknown {
  if (typeof before !== 'object' || before === null || typeof page !== 'object' || page === null) return page;
  const joined: Record<string, unknown> = { ...page };
  for (const [name, value] of Object.entries(before)) {
    const more = joined[name];
    if (Array.isArray(value) && Array.isArray(more)) joined[name] = [...(value as unknown[]), ...(more as unknown[])];
  }
  return joined;
}
