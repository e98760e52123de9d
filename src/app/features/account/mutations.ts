import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { enter } from './practice-account.ts';
import { profileQuery } from './queries.ts';

export function useLogIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<'POST login'>) => call('POST login', input),
    onSuccess: (answer) => {
      if ('token' in answer) enter(client, answer);
    },
    meta: { quiet: true },
  });
}

type Registration = Extract<CallInput<'POST register'>, { kind: 'account' }>;

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Omit<Registration, 'kind' | 'language'>) =>
      call('POST register', { kind: 'account', language: language.get(), ...input }),
    onSuccess: (answer) => enter(client, answer),
    meta: { quiet: true },
  });
}

export function useCheckInvitation() {
  return useMutation({
    mutationFn: (code: string) => call('GET common/checkInviteCode', { code }),
    meta: { quiet: true },
  });
}

export function useCheckCode() {
  return useMutation({
    mutationFn: (input: CallInput<'POST checkSmsCode'>) => call('POST checkSmsCode', input),
    meta: { quiet: true },
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (input: CallInput<'POST forgetPwd'>) => call('POST forgetPwd', input),
    meta: { quiet: true },
  });
}

export function useSetNickname() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (nickname: string) => call('PUT nickName', { nickname }),
    onSuccess: ({ nickname }) => {
      client.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, nickname });
      return client.invalidateQueries(profileQuery);
    },
    meta: { quiet: true },
  });
}

/** Shows another picture, or with null none. What is sent is a small square; the exchange makes its own copy. */
export function useSetPicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (picture: Blob | null) => {
      if (picture === null) return call('PUT nickName', { avatar: null });
      const [{ squarePicture }, { uploadImage }] = await Promise.all([
        import('./profile/square-picture.ts'),
        import('#app/platform/api/upload.ts'),
      ]);
      const { id } = await uploadImage(await squarePicture(picture), 'avatar');
      return call('PUT nickName', { avatar: id });
    },
    onSuccess: ({ avatar }) => {
      client.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, avatar });
      return client.invalidateQueries(profileQuery);
    },
    meta: { quiet: true },
  });
}

/** Ends another session of one's own; its failure is a toast. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST logout', { session: id }),
    onSettled: () => client.invalidateQueries(profileQuery),
  });
}
