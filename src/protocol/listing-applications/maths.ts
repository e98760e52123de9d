import { addDecimals, compareDecimals, type Decimal } from '../core/decimal.ts';

/** What the fields of an application to list a coin take, for the exchange and the form alike. */

/** The longest name, address, region and list of exchanges, in characters. */
export const coinTextMax = { name: 40, web: 200, region: 60, exchanges: 200, answer: 2_000 } as const;

/** A web address without its scheme. */
export const webPattern = /^[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+(?:\/\S*)?$/;
/** Latin letters, digits and marks. */
export const latinPattern = /^[ -~]+$/;
export const coinSymbolPattern = /^[A-Z0-9]{2,10}$/;
export const contractPattern = /^[A-Za-z0-9]{20,100}$/;

/** Coins there will ever be, and where they are. */
export interface CoinSupply {
  readonly issuance: Decimal;
  readonly circulation: Decimal;
  readonly holdings: Decimal;
}

/** Whether what circulates and what the issuer holds fit in what there will ever be. */
export function isSupplyWhole({ issuance, circulation, holdings }: CoinSupply): boolean {
  const isBelowZero = circulation.startsWith('-') || holdings.startsWith('-');
  return !isBelowZero && compareDecimals(addDecimals(circulation, holdings), issuance) <= 0;
}
