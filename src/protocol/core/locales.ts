/**
 * The seven languages under the product's codes (spec point 1). `tag` is the BCP 47 name for `lang`
 * attributes and `Intl`: the product's `hy`, `yn` and `ty` would mean other languages there. `up` is the colour of rising
 * prices unless the user chose another.
 */
export const locales = {
  zh: { tag: 'zh-Hans', intl: 'zh-Hans-CN', name: '简体中文', up: 'red' },
  en: { tag: 'en', intl: 'en', name: 'English', up: 'green' },
  jp: { tag: 'ja', intl: 'ja', name: '日本語', up: 'red' },
  hk: { tag: 'zh-Hant', intl: 'zh-Hant-HK', name: '繁體中文', up: 'red' },
  hy: { tag: 'ko', intl: 'ko', name: '한국어', up: 'red' },
  yn: { tag: 'vi', intl: 'vi', name: 'Tiếng Việt', up: 'green' },
  ty: { tag: 'th', intl: 'th-u-ca-gregory', name: 'ไทย', up: 'green' },
} as const;

/** A language code of the product. */
export type Locale = keyof typeof locales;

/** All seven, in the order the language picker shows them. */
export const localeCodes = Object.keys(locales) as readonly Locale[];

export const defaultLocale: Locale = 'en';

/** Whether a text is one of the product's language codes. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(locales, value);
}
