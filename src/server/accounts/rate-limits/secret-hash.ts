import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 32 random bytes, as 43 characters that are safe in a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a secret: SHA-256, sufficient for random bytes, but not for user-chosen secrets. */
export function secretHash(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'hex');
}

/** Compares two hashes of equal length in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
