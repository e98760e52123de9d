import { storageKeys } from '#protocol/core/storage-keys.ts';
import { observable } from '../observable.ts';
import { readStored, writeStored } from './storage.ts';

/** Client state the product keeps under its own key (spec point 3). */
interface ClientState {
  /** Last choice of the transfer screen: the coin, and the wallets it moves between. */
  readonly transfer: { readonly from: string; readonly to: string; readonly asset: string } | null;
  /** The chosen option contract; -1 before one was chosen. The name is the product's. */
  readonly qiquan_id: number;
}

const initial: ClientState = { transfer: null, qiquan_id: -1 };

function stored(): ClientState {
  try {
    const value = JSON.parse(readStored(storageKeys.state) ?? 'null') as Partial<ClientState> | null;
    return { ...initial, ...value };
  } catch {
    return initial;
  }
}

export const clientState = observable<ClientState>(stored());

export function changeClientState(change: Partial<ClientState>): void {
  const next = { ...clientState.get(), ...change };
  writeStored(storageKeys.state, JSON.stringify(next));
  clientState.set(next);
}

/** Launch (spec point 4): fingerprint is not active yet, and both flags exist. */
export function startUnlockFlags(): void {
  writeStored(storageKeys.fingerprintActive, 'false');
  for (const flag of [storageKeys.fingerprintFlag, storageKeys.faceFlag]) {
    if (readStored(flag) === null) writeStored(flag, '0');
  }
  if (readStored(storageKeys.state) === null) changeClientState({});
}
