import type { Access } from '#protocol/core/call.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import { AccessRefusal } from '../core/failures/access-refusal.ts';
import type { SessionGate, SessionHolder, SessionUse } from '../core/session-gate.ts';

const bearer = /^Bearer ([\w-]{20,128})$/;

/** The session token of an `Authorization` header, or null when missing or malformed. */
export function bearerToken(header: string | undefined): string | null {
  return bearer.exec(header ?? '')?.[1] ?? null;
}

/**
 * The caller, or null for a visitor of a public call.
 *
 * @throws AccessRefusal with the redirect of spec point 2: `999` log in, `expired` log in again, `998` real-name
 *   authentication, `997` receiving method and merchant standing
 */
export async function checkAccess(
  access: Access,
  header: string | undefined,
  sessions: SessionGate,
  use: SessionUse = 'write',
): Promise<SessionHolder | null> {
  const token = bearerToken(header);
  const isOpenRead = access === 'public' && use === 'read';
  const holder = token === null ? null : await lookUp(sessions, token, use, isOpenRead);
  if (access === 'public') return holder;
  if (header === undefined) throw new AccessRefusal('unauthorized', '999');
  if (holder === null) throw new AccessRefusal('unauthorized', 'expired');
  if (access !== 'user' && !holder.verified) throw new AccessRefusal('noRealName', '998');
  if (access === 'merchant' && !holder.merchant) throw new AccessRefusal('unauthorized', '997');
  return holder;
}

/** Public calls are served as to a visitor when the store cannot identify the caller. */
async function lookUp(
  sessions: SessionGate,
  token: string,
  use: SessionUse,
  isOpenRead: boolean,
): Promise<SessionHolder | null> {
  try {
    return await sessions.lookUp(token, use);
  } catch (error) {
    if (isOpenRead && storeFailure(error) !== null) return null;
    throw error;
  }
}
