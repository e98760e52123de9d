import { hash } from 'node:crypto';
import { secretChainSecondsMax, secretText } from '#protocol/options/maths/option-ticks.ts';

/** Seconds per chain, starting at a full minute. */
export const chainSeconds = secretChainSecondsMax;
/** Bytes of a secret. */
export const secretBytes = 32;

/**
 * The secret of the previous second, or the commitment for the first second of a chain. A secret cannot be derived from
 * the previous one, so each can be published at its second, and proves all before it.
 */
function secretBefore(second: number, secret: string): string {
  return hash('sha256', secretText(second, secret), 'hex');
}

/** A chain of secrets, one for each second. Only its commitment may be published ahead. */
export interface SecretChain {
  /** SHA-256 in hex, determined by all secrets and their seconds. */
  readonly commitment: string;
  /** The secret of a second in lower-case hex. @throws Error outside the chain */
  secret(second: number): string;
}

/**
 * @param from the first second, since 1970
 * @param seed the secret of the last second
 */
export function secretChain(from: number, seed: Uint8Array): SecretChain {
  if (seed.length !== secretBytes) throw new Error(`a seed of ${seed.length} bytes`);
  const secrets: string[] = Array.from({ length: chainSeconds });
  let secret = Buffer.from(seed).toString('hex');
  for (let index = chainSeconds - 1; index >= 0; index -= 1) {
    secrets[index] = secret;
    secret = secretBefore(from + index, secret);
  }
  return {
    commitment: secret,
    secret(second) {
      const found = secrets[second - from];
      if (found === undefined) throw new Error(`second ${second} is not in the chain from ${from}`);
      return found;
    },
  };
}
