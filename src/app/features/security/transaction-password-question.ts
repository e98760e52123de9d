import { createElement, type ReactNode } from 'react';
import { codes } from '../../../contract/codes.ts';
import { ApiRefusal } from '../../platform/api.ts';
import { loadCatalog } from '../../platform/language.ts';
import { observable } from '../../platform/observable.ts';
import type { KeyValueItem } from '../../ui/KeyValue.tsx';

/** What the person allows with their transaction password. */
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
  /** Why it is asked again; null the first time. */
  readonly failure: unknown;
  /** What was entered is on its way. */
  readonly sending: boolean;
  /** Null when the person leaves it. */
  readonly answer: (password: string | null) => void;
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
  readonly password: string;
  /** What the sheet shows until it is closed. */
  readonly shown: AskedPassword;
}

let serial = 0;

function close(shown: AskedPassword): void {
  if (askedPassword.get() === shown) askedPassword.set(null);
}

function ask(question: PasswordQuestion, failure: unknown): Promise<Entered | null> {
  serial += 1;
  return new Promise((resolve) => {
    const asked: AskedPassword = {
      ...question,
      serial,
      failure,
      sending: false,
      answer: (password) => {
        if (askedPassword.get() !== asked) return;
        if (password === null) {
          close(asked);
          resolve(null);
          return;
        }
        const shown: AskedPassword = { ...asked, failure: null, sending: true, answer: () => close(shown) };
        askedPassword.set(shown);
        resolve({ password, shown });
      },
    };
    askedPassword.set(asked);
  });
}

/**
 * Asks for the transaction password by a sheet with a keypad of its own.
 *
 * @returns the six digits, or null when the person left it
 * @throws when the sheet cannot be fetched
 */
export async function askTransactionPassword(question: PasswordQuestion): Promise<string | null> {
  await load();
  askedPassword.get()?.answer(null);
  const entered = await ask(question, null);
  if (entered === null) return null;
  close(entered.shown);
  return entered.password;
}

/**
 * Asks for the transaction password and sends what it allows, while the sheet stays and says that it is under way.
 * A wrong one is told and asked for again.
 *
 * @param send makes the call; `leave` closes the sheet before its answer, as when nobody knows yet what became of it
 * @returns its answer, or null when nothing was done: the person left the sheet, or has no transaction password and is
 *   led to setting one
 * @throws what `send` throws otherwise, but for a wrong password; when the sheet cannot be fetched
 */
export async function withTransactionPassword<Answer>(
  question: PasswordQuestion,
  send: (password: string, leave: () => void) => Promise<Answer>,
): Promise<Answer | null> {
  await load();
  askedPassword.get()?.answer(null);
  let failure: unknown = null;
  for (;;) {
    const entered = await ask(question, failure);
    if (entered === null) return null;
    try {
      const answer = await send(entered.password, () => close(entered.shown));
      close(entered.shown);
      return answer;
    } catch (error) {
      const code = error instanceof ApiRefusal ? error.code : null;
      if (code === codes.setTransactionPasswordFirst || code === codes.transactionPasswordNeeded) {
        // HTTP 401: the shell's own question says what to do.
        close(entered.shown);
        return null;
      }
      const isWrong = code === codes.transactionPasswordWrong;
      // The sheet was left meanwhile: whoever sent it tells what came of it.
      if (!isWrong || askedPassword.get() !== entered.shown) {
        close(entered.shown);
        throw error;
      }
      failure = error;
    }
  }
}
