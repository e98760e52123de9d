import { useMutation } from '@tanstack/react-query';
import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { call } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { observable, useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { accountKey } from '../log-in/account-name.ts';
import { useSecondsUntil } from './countdown.ts';
import { askedWaitMs } from '../log-in/form-failures.ts';

type Sent = CallOutput<'POST common/checkEmailSend'>;

/** A code that is on its way, or the wait for the next one. */
export interface CodeSend {
  /** Epoch milliseconds of this device. */
  readonly againAtMs: number;
  /** Practice mode: the message itself; else null. */
  readonly message: Sent['practiceMessage'];
  /** Whether a code was sent at all; a wait may also come from one that was asked for elsewhere. */
  readonly sent: boolean;
}

/** Most entries; the oldest is dropped. */
const sendsMax = 12;

/** Codes asked for on this page, so that the countdown continues after a visit to another screen. */
const sends = observable<ReadonlyMap<string, CodeSend>>(new Map());

session.subscribe(() => sends.set(new Map()));

function remember(key: string, send: CodeSend): void {
  const others = [...sends.get()].filter(([other]) => other !== key);
  sends.set(new Map([...others, [key, send] as const].slice(-sendsMax)));
}

function sendCode(account: AccountName, purpose: CodePurpose): Promise<Sent> {
  const input = { purpose, language: language.get() };
  return account.by === 'email'
    ? call('POST common/checkEmailSend', { email: account.email, ...input })
    : call('POST common/checkSmsSend', { country: account.country, phone: account.phone, ...input });
}

export interface CodeSending {
  readonly ask: () => void;
  readonly asking: boolean;
  /** Seconds until another code may be asked for. */
  readonly waitSeconds: number;
  readonly last: CodeSend | null;
}

/**
 * Asks for codes to one account for one purpose and counts the wait the exchange names.
 *
 * @param onRefused what the exchange refused with, but for a wait it named
 */
export function useCodeSending(
  account: AccountName,
  purpose: CodePurpose,
  onRefused: (error: unknown) => void,
): CodeSending {
  const key = `${purpose} ${accountKey(account)}`;
  const last = useObservable(sends).get(key) ?? null;
  const asking = useMutation({
    mutationFn: () => sendCode(account, purpose),
    meta: { quiet: true },
    onSuccess: ({ resendMs, practiceMessage }) =>
      remember(key, { againAtMs: Date.now() + resendMs, message: practiceMessage, sent: true }),
    onError: (error) => {
      const waitMs = askedWaitMs(error);
      if (waitMs === null) onRefused(error);
      else remember(key, { message: null, sent: false, ...last, againAtMs: Date.now() + waitMs });
    },
  });
  const waitSeconds = useSecondsUntil(last?.againAtMs ?? null);
  return { ask: () => asking.mutate(), asking: asking.isPending, waitSeconds, last };
}
