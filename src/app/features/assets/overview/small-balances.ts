import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

const storageKey = 'dunlin.hideSmall';

/** Whether lists of coins leave out balances worth less than 1 USDT; stored on the device. */
export const smallHidden = observable<boolean>(readStored(storageKey) === '1');

/** Leaves small balances out of lists, or shows them again. */
export function hideSmall(hidden: boolean): void {
  writeStored(storageKey, hidden ? '1' : '0');
  smallHidden.set(hidden);
}
