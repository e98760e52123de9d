import { houseOwners } from '#server/core/ledger/account.ts';

/** Entries that the audit sums from run to run, each under the name of its sum. */
export const insuranceEntries = [
  { sum: 'contract insurance entries', owner: houseOwners.insurance, kind: 'contract-close' },
  { sum: 'contract shortfall entries', owner: houseOwners.shortfall, kind: 'contract-close' },
] as const;
