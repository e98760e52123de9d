import { readStored, writeStored } from '../storage/storage.ts';

/** What an account reads a notice of before its first order. */
export type RiskyArea = 'contracts' | 'options';

/** Stored on the device per account, so that a notice is shown once. */
const keyOf = (area: RiskyArea, account: string) => `dunlin.${area}.risk.${account}`;

/** Whether an account read and accepted what can be lost there. */
export function hasAcceptedRisk(area: RiskyArea, account: string): boolean {
  return readStored(keyOf(area, account)) === 'accepted';
}

export function acceptRisk(area: RiskyArea, account: string): void {
  writeStored(keyOf(area, account), 'accepted');
}
