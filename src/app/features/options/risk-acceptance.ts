import { readStored, writeStored } from '../../platform/storage.ts';

/** Kept on the device for each account, so that the notice is shown once. */
const keyOf = (account: string) => `dunlin.options.risk.${account}`;

export function hasAcceptedRisk(account: string): boolean {
  return readStored(keyOf(account)) === 'accepted';
}

export function acceptRisk(account: string): void {
  writeStored(keyOf(account), 'accepted');
}
