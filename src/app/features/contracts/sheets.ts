import { loadCatalog } from '../../platform/language/language.ts';
import { loadTransferSheet } from '../transfers/in-place.tsx';

/** What is behind a tap: fetched after the screen, before it is needed, so that it is there without a network. */
export const loadLeverage = () => import('./form/leverage-sheet.tsx');
export const loadConfirm = () => import('./form/confirm.tsx');
export const loadRisk = () => import('./form/risk-notice.tsx');
export const loadClose = () => import('./positions/close-sheet.tsx');
export const loadProfit = () => import('./positions/profit-sheet.tsx');
export const loadProtection = () => import('./positions/protection-sheet.tsx');
export const loadMore = () => import('./more-sheet.tsx');
export const loadCalculator = () => import('./form/calculator-sheet.tsx');
export const loadContracts = () => import('./book/contract-picker.tsx');
export const loadPrices = () => import('./book/prices-sheet.tsx');

/** The chart, which has a chunk and a catalogue of its own. */
export async function loadChart() {
  const [chart] = await Promise.all([import('./book/contract-chart.tsx'), loadCatalog('chart')]);
  return chart;
}

/** The screen of the larger chart. */
export async function loadLargerChart() {
  const [screen] = await Promise.all([import('./book/contract-kline-screen.tsx'), loadCatalog('contracts')]);
  return screen;
}

/** Fetches all of them in idle time. */
export async function loadSheets(): Promise<void> {
  await Promise.allSettled(
    [
      loadLeverage,
      loadConfirm,
      loadRisk,
      loadClose,
      loadProfit,
      loadProtection,
      loadMore,
      loadCalculator,
      loadContracts,
      loadPrices,
      loadTransferSheet,
      loadChart,
      loadLargerChart,
    ].map((load) => load()),
  );
}
