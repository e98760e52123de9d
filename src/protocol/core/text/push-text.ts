import { isLocale, type Locale } from '../locales.ts';

/** What a push message makes a device show; it is sent encrypted. */
export interface PushText {
  readonly title: string;
  /** Empty when amounts may not be shown. */
  readonly body: string;
  /** Id of the notice: the tap leads to it, and a message that comes twice is shown once. */
  readonly notice: string;
  readonly language: Locale;
  readonly at: number;
}

/** Reads a message; null for what is none of ours. */
export function readPushText(given: unknown): PushText | null {
  if (typeof given !== 'object' || given === null) return null;
  const { title, body, notice, language, at } = given as Record<string, unknown>;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof at !== 'number' || !isLocale(language))
    return null;
  if (typeof notice !== 'string' || !/^\d{1,18}$/.test(notice)) return null;
  return { title, body, notice, language, at };
}

/** The screen that a message leads to, as the part of the address behind the origin. */
export function noticeAddress(notice: string): string {
  return `/#/pages/notice/details?id=${notice}`;
}
