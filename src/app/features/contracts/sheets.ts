import { loadCatalog } from '#app/platform/language/language.ts';
import { loadTransferSheet } from '../transfers/in-place.tsx';
import { loadLargerChart } from './book/larger-chart.ts';
import { loadClose, loadProfit, loadProtection } from './positions/sheets.ts';

/** What is behind a tap: fetched after the screen, before it is needed, so that it is there without a network. */
export const loadLeverage = () => import('./form/leverage-sheet.tsx');
export const loadConfirm = () => import('./form/confirm.tsx');
export const loadRisk = () => import('./form/risk-notice.tsx');
export const loadMore = () => import('./more-sheet.tsx');
export const loadCalculator = () => import('./form/calculator-sheet.tsx');
export const loadContracts = () => import('./book/contract-picker.tsx');
export const loadPrices = () => import('./book/prices-sheet.tsx');

/** The chart, which has a chunk and a catalogue of its own. */
export async function loadChart() {
  const [chart] = await Promise.all([import('./book/contract-chart.tsx'), loadCatalog('chart')]);
  return chart;
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
