import { loadCatalog } from '#app/platform/language/language.ts';

/** The screen of the larger chart. */
export async function loadLargerChart() {
  const [screen] = await Promise.all([import('./contract-kline-screen.tsx'), loadCatalog('contracts')]);
  return screen;
}
