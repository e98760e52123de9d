import { type BankRegion, isBankRegion } from '#protocol/p2p/bank-accounts/forms.ts';
import type { Locale } from '#protocol/core/locales.ts';

const localeRegions: Readonly<Record<Locale, BankRegion>> = {
  en: 'EU',
  zh: 'CN',
  hk: 'HK',
  jp: 'JP',
  hy: 'KR',
  ty: 'TH',
  yn: 'VN',
};

/**
 * Where somebody most likely has an account: the country of the device's language, as in `en-GB`, else the country of the
 * app's language.
 *
 * @param languages BCP 47 tags of the device, the preferred one first
 */
export function likelyRegion(languages: readonly string[], locale: Locale): BankRegion {
  const named = languages.map((tag) => /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(tag)?.[1]).find(isBankRegion);
  return named ?? localeRegions[locale];
}
