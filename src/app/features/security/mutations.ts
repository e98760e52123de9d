import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { profileQuery } from '../account/queries.ts';
import { checksQuery } from '../passkeys/queries.ts';
import { withFreshProof } from './proof/fresh-proof.ts';

type Input = CallInput<'PUT pwd'>;

/** A password to be set, with the user's proof of identity: its code is checked with the request. */
interface PasswordInput {
  readonly kind: Input['kind'];
  readonly proof: () => Promise<Input['proof']>;
  readonly password: string;
  readonly confirmation: string;
}

/** Everything that shows passwords, contacts or the hold. */
async function refresh(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['withdrawPage'] });
  await Promise.all([client.invalidateQueries(checksQuery), client.invalidateQueries(profileQuery)]);
}

/** Sets a password for the first time, or changes it. Failures are shown in the form. */
export function useSavePassword(isFirst: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ proof, ...request }: PasswordInput) => {
      const input = { ...request, proof: await proof() };
      return isFirst ? call('POST pwd', input) : call('PUT pwd', input);
    },
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
}

type ContactInput = Extract<CallInput<'POST bindAccount'>, { kind: 'contact' }>;

/** Binds a contact; the proof is null where none is bound yet. Failures are shown in the form. */
export function useBindContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ proof, ...request }: Omit<ContactInput, 'kind' | 'ticket'> & Pick<PasswordInput, 'proof'>) => {
      const given = await proof();
      return withFreshProof(() =>
        call('POST bindAccount', {
          kind: 'contact',
          ...request,
          ...(given.by === 'code' ? { ticket: given.ticket } : {}),
        }),
      );
    },
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
}
