import type { Locale } from '#protocol/core/locales.ts';
import { mailTexts } from './mail-texts.ts';

/** Adds the recipient's anti-phishing code to a text; unchanged without one. */
export function withAntiPhishing(text: string, language: Locale, word: string | null): string {
  return word === null ? text : `${text}\n\n${mailTexts[language].antiPhishing(word)}`;
}
