import type { Locale } from '../../../protocol/locales.ts';
import { mailTexts } from './mail-texts.ts';

/** A text with the word that its reader set, which nobody but the exchange knows; as it is without one. */
export function withAntiPhishing(text: string, language: Locale, word: string | null): string {
  return word === null ? text : `${text}\n\n${mailTexts[language].antiPhishing(word)}`;
}
