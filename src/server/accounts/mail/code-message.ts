import { minuteMs } from '#protocol/core/durations.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { withAntiPhishing } from './anti-phishing.ts';
import { mailTexts } from './mail-texts.ts';

/** A message with a verification code, in the reader's language. */
export interface CodeMessage {
  readonly subject: string;
  readonly body: string;
}

/**
 * @param lifeMs how long the code works, stated in whole minutes
 * @param antiPhishing the recipient's anti-phishing code, or null
 */
export function codeMessage(
  language: Locale,
  code: string,
  lifeMs: number,
  antiPhishing: string | null = null,
): CodeMessage {
  const { subject, body } = mailTexts[language];
  return { subject, body: withAntiPhishing(body(code, Math.floor(lifeMs / minuteMs)), language, antiPhishing) };
}
