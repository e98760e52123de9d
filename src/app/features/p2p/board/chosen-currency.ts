import { type FiatCurrencyCode, fiatCurrencyCodes } from '#protocol/p2p/currencies.ts';
import { language } from '#app/platform/language/language.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { guessedCurrency } from './board-search.ts';

const storageKey = 'dunlin.fiatCurrency';

/** The currency that was chosen last on this device, or the one its owner most likely pays in. */
export function chosenCurrency(): FiatCurrencyCode {
  const stored = readStored(storageKey);
  return fiatCurrencyCodes.find((one) => one === stored) ?? guessedCurrency(navigator.languages, language.get());
}

export function rememberCurrency(currency: FiatCurrencyCode): void {
  writeStored(storageKey, currency);
}
