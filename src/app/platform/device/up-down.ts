import { type Locale, locales } from '#protocol/core/locales.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';

/** Which colours say up and down: green up, red up, or a pair that colour-blind users can tell apart. */
export type UpDown = 'green' | 'red' | 'cb';

function isUpDown(value: string | null): value is UpDown {
  return value === 'green' || value === 'red' || value === 'cb';
}

/** Red is up where users read it so: Chinese, Japanese and Korean. */
export function upDownOfLanguage(locale: Locale): UpDown {
  return locales[locale].up;
}

/** The pair in use. */
export const upDown = observable<UpDown>('green');

function apply(value: UpDown): void {
  upDown.set(value);
  document.documentElement.dataset['updown'] = value;
}

/** The user's own choice, or null while the language decides. */
export function chosenUpDown(): UpDown | null {
  const stored = readStored(storageKeys.upDown);
  return isUpDown(stored) ? stored : null;
}

/** Puts the colours in force that were chosen, or those of the language. */
export function startUpDown(locale: Locale): void {
  apply(chosenUpDown() ?? upDownOfLanguage(locale));
}

/** @param choice null lets the language decide again */
export function chooseUpDown(choice: UpDown | null, locale: Locale): void {
  if (choice === null) removeStored(storageKeys.upDown);
  else writeStored(storageKeys.upDown, choice);
  startUpDown(locale);
}
