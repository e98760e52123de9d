import { createElement, type ReactNode } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { observable } from '#app/platform/observable.ts';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';

/** What the user allows with their transaction password. */
export interface PasswordQuestion {
  /** What is about to happen, in a few words: "Withdraw 0.5 BTC". */
  readonly title: string;
  /** The facts that matter: where to, how much arrives, what it costs. */
  readonly facts?: readonly KeyValueItem[];
}

/** The question on screen. The password itself is nowhere but in the keypad and on its way. */
export interface AskedPassword extends PasswordQuestion {
  /** Each time it is asked has a number of its own, and starts with no digit. */
  readonly serial: number;
  /** The password was right, and the account's authenticator is asked for next. */
  readonly wantsCode: boolean;
  /** Why it is asked again; null the first time. */
  readonly failure: unknown;
  /** What was entered is on its way. */
  readonly sending: boolean;
  /** What was entered; null when the user leaves it. */
  readonly answer: (entered: string | null) => void;
}

/** At most one question; a newer one answers the older with null. */
export const askedPassword = observable<AskedPassword | null>(null);
/** Draws the questions; null until the first one, because most visits ask none. */
export const passwordSheet = observable<ReactNode>(null);

async function load(): Promise<void> {
  const [{ TransactionPasswordSheet }] = await Promise.all([
    import('./transaction-password-sheet.tsx'),
    loadCatalog('security'),
  ]);
  if (passwordSheet.get() === null) passwordSheet.set(createElement(TransactionPasswordSheet));
}

interface Entered {
  readonly text: string;
  /** What the sheet shows until it is closed. */
  readonly shown: AskedPassword;
}

let serial = 0;

function close(shown: AskedPassword): void {
  if (askedPassword.get() === shown) askedPassword.set(null);
}

function ask(question: PasswordQuestion, failure: unknown, wantsCode = false): Promise<Entered | null> {
  serial += 1;
  return new Promise((resolve) => {
    const asked: AskedPassword = {
      ...question,
      serial,
      wantsCode,
      failure,
      sending: false,
      answer: (text) => {
        if (askedPassword.get() !== asked) return;
        if (text === null) {
          close(asked);
          resolve(null);
          return;
        }
        const shown: AskedPassword = { ...asked, failure: null, sending: true, answer: () => close(shown) };
        askedPassword.set(shown);
        resolve({ text, shown });
      },
    };
    askedPassword.set(asked);
  });
}

/**
 * Asks for the transaction password by a sheet with a keypad of its own.
 *
 * @returns the six digits, or null when the user left it
 * @throws when the sheet cannot be fetched
 */
export async function askTransactionPassword(question: PasswordQuestion): Promise<string | null> {
  await load();
  askedPassword.get()?.answer(null);
  const entered = await ask(question, null);
  if (entered === null) return null;
  close(entered.shown);
  return entered.text;
}

/**
 * Asks for the transaction password and sends what it allows, while the sheet stays and says that it is under way.
 * A wrong one is reported and asked for again. Where the account has an authenticator, its code is asked for next.
 *
 * @param given six digits that a form of its own asked for: the sheet then comes only for a code, and a wrong password
 *   is thrown for the form to show
 * @param send makes the call; the code is undefined until it was asked for; `leave` closes the sheet before its answer,
 *   as when its outcome is unknown
 * @returns its answer, or null when nothing was done: the user left the sheet, or has no transaction password and is
 *   led to setting one
 * @throws what `send` throws otherwise, but for a wrong password; when the sheet cannot be fetched
 */
export async function withTransactionPassword<Answer>(
  question: PasswordQuestion,
  send: (password: string, code: string | undefined, leave: () => void) => Promise<Answer>,
  given?: string,
): Promise<Answer | null> {
  await load();
  askedPassword.get()?.answer(null);
  let failure: unknown = null;
  let password: string | null = null;
  if (given !== undefined) {
    try {
      return await send(given, undefined, () => undefined);
    } catch (error) {
      const code = error instanceof ApiRefusal ? error.code : null;
      if (code === codes.setTransactionPasswordFirst || code === codes.transactionPasswordNeeded) return null;
      if (code !== codes.enterCode) throw error;
      password = given;
    }
  }
  for (;;) {
    const entered: Entered | null = await ask(question, failure, password !== null);
    if (entered === null) return null;
    const [digits, totp]: [string, string?] = password === null ? [entered.text] : [password, entered.text];
    try {
      const answer = await send(digits, totp, () => close(entered.shown));
      close(entered.shown);
      return answer;
    } catch (error) {
      const code = error instanceof ApiRefusal ? error.code : null;
      if (code === codes.setTransactionPasswordFirst || code === codes.transactionPasswordNeeded) {
        // HTTP 401: the shell's own question says what to do.
        close(entered.shown);
        return null;
      }
      const wantsCode = code === codes.enterCode || code === codes.codeWrong;
      const isAskedAgain = wantsCode || (code === codes.transactionPasswordWrong && given === undefined);
      // The sheet was left meanwhile: its sender reports the result.
      if (!isAskedAgain || askedPassword.get() !== entered.shown) {
        close(entered.shown);
        throw error;
      }
      password = wantsCode ? digits : null;
      failure = code === codes.enterCode && totp === undefined ? null : error;
    }
  }
}
