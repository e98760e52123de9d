import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { type Observable, observable, useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import type { NewPassword } from './new-password.ts';
import { keepDraftOverReload } from '#app/platform/storage/form-drafts.ts';

/**
 * What was typed into the account forms and not sent. It lives in the memory of the page, never in the address or on
 * the device, so that a form is as it was after a visit to the country or the language picker.
 */

/** The account a user goes by; all account forms show the same. */
export interface AccountDraft {
  readonly by: 'email' | 'phone';
  readonly email: string;
  readonly phone: string;
}

export interface LogInDraft {
  readonly password: string;
}

export interface RegisterDraft extends NewPassword {
  readonly code: string;
  /** Null until the user touches it: the link they came by fills it. */
  readonly invitation: string | null;
  readonly agreed: boolean;
}

export interface ForgotDraft {
  readonly code: string;
}

export interface Draft<Value extends object> extends Observable<Value> {
  readonly clear: () => void;
}

/** A draft that begins empty. Its owner clears it when the session changes. */
export function draft<Value extends object>(empty: Value): Draft<Value> {
  const value = observable(empty);
  return { ...value, clear: () => value.set(empty) };
}

export const accountDraft = draft<AccountDraft>({ by: 'email', email: '', phone: '' });
keepDraftOverReload('account', accountDraft);
export const logInDraft = draft<LogInDraft>({ password: '' });
export const registerDraft = draft<RegisterDraft>({
  code: '',
  password: '',
  confirmation: '',
  invitation: null,
  agreed: false,
});
export const forgotDraft = draft<ForgotDraft>({ code: '' });

// Nothing typed stays behind for the next user.
session.subscribe(() => {
  for (const each of [accountDraft, logInDraft, registerDraft, forgotDraft]) each.clear();
});

/** A draft and how to change a part of it. */
export function useDraft<Value extends object>(of: Draft<Value>): [Value, (change: Partial<Value>) => void] {
  return [useObservable(of), (change) => of.set({ ...of.get(), ...change })];
}

/** Visits from which a form is come back to. */
const sideTrips: ReadonlySet<string> = new Set(['/pages/business/phoneCode', '/pages/mine/lang']);

/**
 * Forgets what a form holds, secrets among it, when it is left for anything but one of its pickers.
 *
 * @param step the path of another step of the same form, where what was entered here is still needed
 */
export function useForgottenOnLeave(of: { readonly clear: () => void }, step: string | null = null): void {
  const router = useRouter();
  useEffect(() => {
    const own = router.latestLocation.pathname;
    return () => {
      const next = router.latestLocation.pathname;
      if (next !== own && next !== step && !sideTrips.has(next)) of.clear();
    };
  }, [router, of, step]);
}
