import { useQuery } from '@tanstack/react-query';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { checksQuery } from '#app/features/passkeys/queries.ts';

type Checks = Pick<CallOutput<'GET verifySwitch'>, 'email' | 'phone' | 'passkeys'>;

/** Whether the owner can log in again after a log-out: by a contact, or by a passkey that counts. */
export function hasWayBack({ email, phone, passkeys }: Checks): boolean {
  return email !== null || phone !== null || passkeys.some(({ confirmed }) => confirmed);
}

/** The same of the account signed in; null until the exchange has said it. */
export function useHasWayBack(): boolean | null {
  const signedIn = useObservable(session) !== null;
  const { data } = useQuery({ ...checksQuery, enabled: signedIn });
  return data === undefined ? null : hasWayBack(data);
}
