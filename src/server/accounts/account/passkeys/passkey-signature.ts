import { and, eq, lt, or } from 'drizzle-orm';
import type { Transaction } from '#server/core/store/database.ts';
import { passkeys } from '../tables.ts';
import { bytesOf } from './base64url-bytes.ts';
import type { readLogIn } from './passkey-answers.ts';
import type { PasskeyPlace } from './passkey-place.ts';
import { userHandle, type PasskeyRow } from './passkey-row.ts';

/**
 * The new signature counter when the signature is valid, the user was verified and the counter increased; else null.
 */
export async function verifiedCounter(
  row: PasskeyRow,
  given: ReturnType<typeof readLogIn>,
  challenge: string,
  place: PasskeyPlace,
): Promise<number | null> {
  const { userHandle: handle, ...response } = given.response;
  // A user handle stored on the device must match the owner.
  if (handle !== undefined && handle !== null && handle !== userHandle(row.owner)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyAuthenticationResponse({
    response: { ...given, response },
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.relyingParty,
    requireUserVerification: true,
    credential: { id: row.credential, publicKey: bytesOf(row.publicKey), counter: row.counter },
  }).catch(() => null);
  return verification?.verified === true ? verification.authenticationInfo.newCounter : null;
}

/** Writes the new counter unless another answer was faster, or the passkey was removed. */
export async function isStillAhead(tx: Transaction, id: bigint, counter: number, now: number): Promise<boolean> {
  const isAhead = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)));
  const moved = await tx.drizzle
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), isAhead))
    .returning({ id: passkeys.id });
  return moved.length > 0;
}
