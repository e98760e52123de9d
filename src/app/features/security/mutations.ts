import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/calls.ts';
import { call } from '../../platform/api.ts';
import { profileQuery } from '../account/queries.ts';
import { checksQuery } from '../passkeys/queries.ts';
import { withFreshProof } from './fresh-proof.ts';

type Wish = CallInput<'PUT pwd'>;

/** A password to be kept, with the way to prove oneself: its code is checked with the sending. */
export interface PasswordWish {
  readonly kind: Wish['kind'];
  readonly proof: () => Promise<Wish['proof']>;
  readonly password: string;
  readonly confirmation: string;
}

/** Everything that shows passwords, contacts or the hold. */
async function refresh(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['withdrawPage'] });
  await Promise.all([client.invalidateQueries(checksQuery), client.invalidateQueries(profileQuery)]);
}

/** Sets a password for the first time, or changes it. Failures are shown in the form. */
export function useKeepPassword(isFirst: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ proof, ...wish }: PasswordWish) => {
      const input = { ...wish, proof: await proof() };
      return isFirst ? call('POST pwd', input) : call('PUT pwd', input);
    },
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
}

type ContactWish = Extract<CallInput<'POST bindAccount'>, { kind: 'contact' }>;

/** Binds a contact; the proof is null where none is bound yet. Failures are shown in the form. */
export function useBindContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ proof, ...wish }: Omit<ContactWish, 'kind' | 'ticket'> & Pick<PasswordWish, 'proof'>) => {
      const given = await proof();
      return withFreshProof(() =>
        call('POST bindAccount', {
          kind: 'contact',
          ...wish,
          ...(given.by === 'code' ? { ticket: given.ticket } : {}),
        }),
      );
    },
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
}
