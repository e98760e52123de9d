import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** Dark unless the user chose light (spec point 4). */
export type Theme = 'dark' | 'light';

/** The theme in force. */
export const theme = observable<Theme>('dark');

/** The page colour of each theme, for the browser's own bars; the same values stand in index.html. */
const pageColour: Record<Theme, string> = { dark: '#111d2f', light: '#ffffff' };

function apply(value: Theme): void {
  theme.set(value);
  document.documentElement.dataset['theme'] = value;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColour[value]);
}

function stored(): Theme {
  return readStored(storageKeys.theme) === 'light' ? 'light' : 'dark';
}

/** Puts the stored theme in force and follows what other tabs choose. */
export function startTheme(): void {
  apply(stored());
  addEventListener('storage', (event) => {
    if (event.key === storageKeys.theme) apply(stored());
  });
}

export function chooseTheme(value: Theme): void {
  writeStored(storageKeys.theme, value);
  apply(value);
}
