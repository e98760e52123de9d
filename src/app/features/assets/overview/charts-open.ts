import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

const storageKey = 'dunlin.assetCharts';

/** Whether the charts of the assets screen are unfolded; stored on the device. */
export const chartsOpen = observable<boolean>(readStored(storageKey) === '1');

/** Unfolds the charts, or folds them. */
export function openCharts(open: boolean): void {
  writeStored(storageKey, open ? '1' : '0');
  chartsOpen.set(open);
}
