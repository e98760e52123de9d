import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Refusal } from '#server/core/failures/refusal.ts';

/** argon2id, 19 MiB, two passes (design section 3); the algorithm is the library's constant 2. */
const parameters = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes computed at once: each takes a thread and 19 MiB for about 20 ms. */
const concurrentMax = 2;
/** Queue limit of hashes: about a second's worth. */
const waitingMax = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= concurrentMax) {
    if (waiting.length >= waitingMax) throw new Refusal('busyRetry');
    // A finished hash passes its slot on, so `running` is unchanged.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The Unicode normal form of a password. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

/**
 * The hash of a password, for storage.
 *
 * @throws Refusal `busyRetry` when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password), parameters));
}

let nobodysHash: Promise<string> | null = null;

/**
 * Whether a password is the one that was hashed. Without a hash (no such account, or one without a password) the same
 * work is done, so that timing reveals nothing.
 *
 * @throws Refusal `busyRetry` when too many wait
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password', parameters);
  const against = kept ?? (await nobodysHash);
  const isRight = await inTurn(() => verify(against, normalised(password)));
  return isRight && kept !== null;
}
