import { hash } from 'node:crypto';
import { secretChainSecondsMax, secretText } from '../../../protocol/maths/option-ticks.ts';

/** Seconds that one chain has secrets for, from the start of a minute on. */
export const chainSeconds = secretChainSecondsMax;
/** Bytes of a secret. */
export const secretBytes = 32;

/**
 * The secret of the second before, or the commitment for the first second of a chain. Nobody finds a secret from the one
 * before it, so each can be published when its second has come, and proves all before it.
 */
export function secretBefore(second: number, secret: string): string {
  return hash('sha256', secretText(second, secret), 'hex');
}

/** A chain of secrets, one for each second. Only its commitment may be published ahead. */
export interface SecretChain {
  /** SHA-256 in hex, fixed by every secret and by the seconds they are for. */
  readonly commitment: string;
  /** The secret of a second in lower-case hex. @throws Error outside of the chain */
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
