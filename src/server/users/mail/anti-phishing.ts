import type { Locale } from '../../../protocol/locales.ts';

const lines: Record<Locale, (word: string) => string> = {
  zh: (word) => `您的防钓鱼码：${word}`,
  en: (word) => `Your anti-phishing word: ${word}`,
  jp: (word) => `フィッシング対策ワード：${word}`,
  hk: (word) => `你的防釣魚碼：${word}`,
  hy: (word) => `피싱 방지 문구: ${word}`,
  yn: (word) => `Từ chống lừa đảo của bạn: ${word}`,
  ty: (word) => `คำป้องกันฟิชชิงของคุณ: ${word}`,
};

/** A text with the word that its reader set, which nobody but the exchange knows; as it is without one. */
export function withAntiPhishing(text: string, language: Locale, word: string | null): string {
  return word === null ? text : `${text}\n\n${lines[language](word)}`;
}
