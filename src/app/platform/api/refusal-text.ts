import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Locale } from '#protocol/core/locales.ts';
import { ApiRefusal, NotSent, Unreachable } from './api.ts';
import { language, loadCatalog } from '../language/language.ts';
import { NotConfirmed } from './not-confirmed.ts';
import { useObservable } from '../observable.ts';
import { isLeft } from './outcome-left.ts';
import { isPaused } from '../stream/store-pause.ts';

/** The catalogue of codes is fetched when the first refusal comes: most visits never need it. */
async function messageOf(code: number, data: unknown): Promise<string> {
  const [{ messageOfRefusal }] = await Promise.all([import('./error-text.ts'), loadCatalog('errors')]);
  return i18n._(messageOfRefusal(code, data, isPaused()));
}

/** Why nothing is known, or nothing was sent, of something that moves money; null for every other failure. */
async function outcomeText(error: unknown): Promise<string | null> {
  await loadCatalog('errors');
  const { outcomeMessages } = await import('./error-text.ts');
  const message = error instanceof Error ? outcomeMessages[error.name] : undefined;
  return message === undefined ? null : i18n._(message);
}

/** What a failed call means, in the reader's language. */
export async function failureText(error: unknown): Promise<string> {
  if (error instanceof NotSent) return t`There is no connection. Nothing was sent.`;
  if (error instanceof NotConfirmed) return t`Not confirmed. Nothing was changed.`;
  if (error instanceof Unreachable) return t`No answer came. Check the connection and try again.`;
  try {
    if (error instanceof ApiRefusal) return await messageOf(error.code, error.data);
    const known = await outcomeText(error);
    return known ?? (await messageOf(500, null));
  } catch {
    return t`System busy. Try again in a minute.`;
  }
}

interface Found {
  readonly error: unknown;
  readonly locale: Locale;
  readonly text: string;
}

/** `failureText` for a form or an error card; null while there is no error, and for the moment its words load. */
export function useFailureText(error: unknown): string | null {
  const locale = useObservable(language);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (error === null || error === undefined || isLeft(error)) return;
    let current = true;
    const read = async () => {
      const text = await failureText(error);
      if (current) setFound({ error, locale, text });
    };
    void read();
    return () => {
      current = false;
    };
  }, [error, locale]);
  return found !== null && found.error === error && found.locale === locale ? found.text : null;
}
