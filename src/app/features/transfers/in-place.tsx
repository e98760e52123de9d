import { Suspense, useEffect } from 'react';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { observable, useObservable } from '#app/platform/observable.ts';
import { laterSheet } from '../shell/later-part.tsx';
import type { TransferInPlaceRequest } from './transfer-sheet.tsx';

const requested = observable<TransferInPlaceRequest | null>(null);

/** Fetches the sheet and its words. */
export async function loadTransferSheet() {
  const [sheet] = await Promise.all([import('./transfer-sheet.tsx'), loadCatalog('transfers'), loadCatalog('assets')]);
  return sheet;
}

const TransferSheet = laterSheet(loadTransferSheet, 'TransferSheet');

/** Opens the transfer of a coin from spot into a wallet, over the screen that shows `TransferInPlace`. */
export function openTransferTo(to: Wallet, asset = 'USDT'): void {
  requested.set({ asset, from: 'spot', to });
}

/** The sheet over an order form that `openTransferTo` opens; what was typed in the form stays as it is. */
export function TransferInPlace() {
  const request = useObservable(requested);
  useEffect(() => () => requested.set(null), []);
  return <Suspense>{request !== null && <TransferSheet {...request} onClose={() => requested.set(null)} />}</Suspense>;
}
