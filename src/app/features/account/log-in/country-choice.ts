import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

const storageKey = 'dunlin.country';

/** Where the product comes from; taken when the browser does not say where it is. */
const fallbackCountry = 'CN';

function isCountry(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && /^[A-Z]{2}$/.test(text);
}

/** The country the browser's language points to. */
function countryOfBrowser(): string {
  try {
    const { region } = new Intl.Locale(navigator.language).maximize();
    return isCountry(region) ? region : fallbackCountry;
  } catch {
    return fallbackCountry;
  }
}

function initialCountry(): string {
  const stored = readStored(storageKey);
  return isCountry(stored) ? stored : countryOfBrowser();
}

/** The country (ISO 3166 alpha-2) phone numbers are entered for. */
export const chosenCountry = observable<string>(initialCountry());

/** Keeps the choice for the next form and the next visit. */
export function chooseCountry(country: string): void {
  writeStored(storageKey, country);
  chosenCountry.set(country);
}
