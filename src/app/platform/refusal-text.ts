import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Locale } from '../../contract/locales.ts';
import { ApiRefusal, isUnanswered, Unreachable } from './api.ts';
import { language, loadCatalog } from './language.ts';
import { useObservable } from './observable.ts';

/** The catalogue of codes is fetched when the first refusal comes: most visits never need it. */
async function wordsOf(code: number, data: unknown): Promise<string> {
  const [{ wordsOfRefusal }] = await Promise.all([import('./error-words.ts'), loadCatalog('errors')]);
  return i18n._(wordsOfRefusal(code, data));
}

/** What a failed call means, in the reader's language. */
export async function failureText(error: unknown): Promise<string> {
  if (error instanceof Unreachable) return t`No answer came. Check the connection and try again.`;
  try {
    return error instanceof ApiRefusal ? await wordsOf(error.code, error.data) : await wordsOf(500, null);
  } catch {
    return t`System busy. Try again in a minute.`;
  }
}

async function unansweredText(): Promise<string> {
  const [{ unansweredWords }] = await Promise.all([import('./error-words.ts'), loadCatalog('errors')]);
  return i18n._(unansweredWords);
}

/** The same of a call that moves money: without an answer it may be done, and nobody may be told that it is not. */
export async function moneyFailureText(error: unknown): Promise<string> {
  if (!isUnanswered(error)) return failureText(error);
  try {
    return await unansweredText();
  } catch {
    return failureText(error);
  }
}

interface Found {
  readonly error: unknown;
  readonly locale: Locale;
  readonly text: string;
}

/**
 * `failureText` for a form or an error card; null while there is no error, and for the moment its words load.
 *
 * @param textOf a constant: where the words come from
 */
export function useFailureText(error: unknown, textOf = failureText): string | null {
  const locale = useObservable(language);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    let current = true;
    const read = async () => {
      const text = await textOf(error);
      if (current) setFound({ error, locale, text });
    };
    void read();
    return () => {
      current = false;
    };
  }, [error, locale, textOf]);
  return found !== null && found.error === error && found.locale === locale ? found.text : null;
}
