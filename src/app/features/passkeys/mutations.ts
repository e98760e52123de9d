import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { call } from '#app/platform/api/api.ts';
import { enter } from '../account/practice-account.ts';
import { ensureFreshProof, withFreshProof } from '../security/proof/fresh-proof.ts';
import { verifyUser } from './local-ceremony.ts';
import { checksQuery } from './queries.ts';
import { switchUnlockOff, switchUnlockOn, unlockKey, type UnlockWay } from './unlock-flags.ts';

/** The library comes when it is needed; asked for early, so that a tap does not wait for it. */
export const loadWebAuthn = () => import('@simplewebauthn/browser');

/** What the device's dialog answers, as a call carries it. */
type Answer = Record<string, unknown>;

/** A passkey that was made, and whether it lives on this device rather than on a phone or key beside it. */
interface MadePasskey {
  readonly passkey: Passkey;
  readonly isOnThisDevice: boolean;
}

async function addPasskey(name: string): Promise<MadePasskey> {
  const [{ passkeyQuestion }, { startRegistration }] = await Promise.all([
    withFreshProof(() => call('POST bindAccount', { kind: 'passkey-question' })),
    loadWebAuthn(),
  ]);
  // The question is the library's own on the other side.
  const optionsJSON = passkeyQuestion as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON });
  const answer = { ...made } as Answer;
  const { passkey } = await call('POST bindAccount', { kind: 'passkey', name, answer });
  if (passkey === null) throw new Error('a passkey was added and the answer lacks it');
  return { passkey, isOnThisDevice: made.authenticatorAttachment !== 'cross-platform' };
}

/** Makes a passkey and binds it to the account. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: addPasskey,
    onSettled: () => client.invalidateQueries(checksQuery),
    meta: { quiet: true },
  });
}

/** Takes a passkey off the account; an app that this device unlocks with it is no longer locked. */
export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Passkey) => withFreshProof(() => call('POST bindAccount', { kind: 'passkey-remove', id })),
    onSuccess: (_, { credential }) => {
      if (unlockKey()?.credential === credential)
        for (const way of ['fingerprint', 'face'] as const) switchUnlockOff(way);
      void forgetOnDevice(credential);
    },
    onSettled: () => client.invalidateQueries(checksQuery),
  });
}

/** Has a passkey answer once more after a reset of the password, so that it counts again. */
export function useConfirmPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const ask = () => call('POST bindAccount', { kind: 'proof-question' });
      await ensureFreshProof();
      const [{ passkeyQuestion }, { startAuthentication }] = await Promise.all([ask(), loadWebAuthn()]);
      const optionsJSON = passkeyQuestion as unknown as PublicKeyCredentialRequestOptionsJSON;
      const answer = { ...(await startAuthentication({ optionsJSON })) } as Answer;
      return call('POST bindAccount', { kind: 'passkey-confirm', answer });
    },
    onSettled: () => client.invalidateQueries(checksQuery),
    meta: { quiet: true },
  });
}

/** Asks the browser to offer a removed passkey no more; not every browser can. */
async function forgetOnDevice(credentialID: string): Promise<void> {
  try {
    const { sendSignal } = await loadWebAuthn();
    await sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID });
  } catch {
    // It stays in the user's password manager until they remove it there.
  }
}

/** Logs in by a passkey that the user chooses in the device's own dialog. */
export function useLogInByPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const [asked, { startAuthentication }] = await Promise.all([
        call('POST login', { ask: 'passkey' }),
        loadWebAuthn(),
      ]);
      if (!('passkeyQuestion' in asked)) throw new Error('no question came');
      const optionsJSON = asked.passkeyQuestion as unknown as PublicKeyCredentialRequestOptionsJSON;
      const passkey = { ...(await startAuthentication({ optionsJSON })) } as Answer;
      const session = await call('POST login', { passkey });
      if (!('token' in session)) throw new Error('no session came');
      return session;
    },
    onSuccess: (session) => enter(client, session),
    meta: { quiet: true },
  });
}

/**
 * Switches unlock on: the device verifies the user by one of the account's passkeys, or by a new one where the account
 * has none yet. So it is known to work before anything is locked.
 *
 * @param name of a passkey that is made on the way
 */
export function useSwitchUnlockOn(known: readonly Passkey[], name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (way: UnlockWay) => {
      // What locks must be on the device before it is needed without a network.
      const lock = import('./lock.tsx');
      const kept = unlockKey();
      const key = kept ?? (known.length > 0 ? await verifyUser(known) : await newKey(name));
      const { watchHidden } = await lock;
      switchUnlockOn(way, key);
      watchHidden(client);
    },
    onSettled: () => client.invalidateQueries(checksQuery),
    meta: { quiet: true },
  });
}

async function newKey(name: string): Promise<Passkey> {
  const { passkey, isOnThisDevice } = await addPasskey(name);
  return isOnThisDevice ? passkey : verifyUser([passkey]);
}
