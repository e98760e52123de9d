import type { MoneyCall } from '#protocol/calls.ts';
import { randomId } from '#protocol/core/text/random-id.ts';

/** Fields that prove who asks. They are no part of what is asked, and are never written down. */
const proofs: ReadonlySet<string> = new Set(['transactionPassword', 'totp', 'ticket']);

/** What is asked for, without what proves who asks. */
export function askedOf(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => !proofs.has(field) && value !== undefined),
  );
}

/** Equal exactly for the same thing asked for: the call and every field, in whatever order. */
export function intentOf(call: MoneyCall, asked: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([call, fields]);
}

/** An idempotency key: 128 random bits. */
export function newKey(): string {
  return randomId(crypto);
}
