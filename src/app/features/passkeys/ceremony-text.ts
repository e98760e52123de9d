import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal, Unreachable } from '#app/platform/api/api.ts';
import { NotConfirmed } from '#app/platform/api/not-confirmed.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';

/** What the device's own dialog came to, by the browser's name for it. */
const labels: Readonly<Record<string, MessageDescriptor>> = {
  NotAllowedError: msg`It was cancelled, or took too long. Nothing changed.`,
  AbortError: msg`It was cancelled. Nothing changed.`,
  InvalidStateError: msg`This device already holds a passkey of your account.`,
  ConstraintError: msg`This device has no fingerprint, face or screen lock set up. Set one up in its settings first.`,
  NotSupportedError: msg`This device cannot create the kind of passkey that Dunlin needs.`,
  SecurityError: msg`The browser does not allow passkeys on this address.`,
  WrongAnswer: msg`That passkey does not belong to this device and account.`,
};

const unknownDevice = msg`The device did not answer. Try again.`;

/** Refusals that mean something else of a passkey than of a password. */
const messageOfCode: Readonly<Partial<Record<number, MessageDescriptor>>> = {
  [codes.accountOrPasswordWrong]: msg`This passkey does not belong to any account here. It may have been removed.`,
  [codes.verificationExpired]: msg`That took too long. Try again.`,
  [codes.alreadyProcessed]: msg`This passkey is already in use.`,
  [codes.operationFailed]: msg`The passkey was not accepted. Try again, or use another one.`,
};

const unconfirmed = msg`Your password was reset. Log in with it, then confirm this passkey under Security.`;

/** The passkey is right, but its owner has to confirm it first. */
function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || error.code !== codes.verificationExpired) return false;
  return typeof error.data === 'object' && error.data !== null && 'passkey' in error.data;
}

/** What a failed ceremony means, in the reader's language; null while there is none. */
export function useCeremonyFailure(error: unknown): string | null {
  const { _ } = useLingui();
  const isCall = error instanceof ApiRefusal || error instanceof Unreachable || error instanceof NotConfirmed;
  const own = isUnconfirmed(error) ? unconfirmed : error instanceof ApiRefusal ? messageOfCode[error.code] : undefined;
  const ofCall = useFailureText(isCall && own === undefined ? error : null);
  if (error === null || error === undefined) return null;
  if (own !== undefined) return _(own);
  if (isCall) return ofCall;
  return _((error instanceof Error && labels[error.name]) || unknownDevice);
}
