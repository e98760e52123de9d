import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 32 random bytes, as 43 characters that are safe in a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret: its SHA-256. Enough for random bytes, not for what a user made up. */
export function secretHash(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'hex');
}

/** Whether two hashes of one length are the same, in time that tells nothing. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
