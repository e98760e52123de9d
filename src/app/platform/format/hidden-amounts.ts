import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** Whether amounts are hidden from onlookers; stored on the device. */
export const amountsHidden = observable<boolean>(readStored(storageKeys.hideAmounts) === '1');

/** Hides amounts everywhere, or shows them again. */
export function toggleHiddenAmounts(): void {
  const hidden = !amountsHidden.get();
  writeStored(storageKeys.hideAmounts, hidden ? '1' : '0');
  amountsHidden.set(hidden);
}
