import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import { readStored, writeStored } from '../storage/storage.ts';

/** The copy on the device, per account: it answers until the exchange has, and without a network. */
const keyOf = (area: RiskArea, account: string) => `dunlin.${area}.risk.${account}`;

/** Whether an account accepted what can be lost there on this device, or was known to have on another. */
export function hasAcceptedRisk(area: RiskArea, account: string): boolean {
  return readStored(keyOf(area, account)) === 'accepted';
}

/** Stores an acceptance on the device. */
export function acceptRisk(area: RiskArea, account: string): void {
  writeStored(keyOf(area, account), 'accepted');
}
