import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { session } from '#app/platform/session/session.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { profileQuery } from './queries.ts';

/** Puts a session in force. What another account left in memory goes first. */
export function enter(client: QueryClient, { token, profile }: CallOutput<'POST register'>): void {
  const before = session.get();
  if (before !== null && before.account !== profile.id) client.clear();
  signIn(token, profile.id);
  client.setQueryData(profileQuery.queryKey, profile);
}

/** Makes a funded practice account and signs in with it. */
export function usePracticeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST register', { kind: 'practice', language: language.get() }),
    onSuccess: (answer) => enter(client, answer),
    meta: { quiet: true },
  });
}
