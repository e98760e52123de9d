import { isDecimal, toUnits } from '#protocol/core/decimal.ts';
import { type CoinSupply, isSupplyWhole } from '#protocol/listing-applications/maths.ts';

/** Places that coins of any kind fit into. */
const scale = 18;
const tenths = 1_000n;

/** A share of all coins in the hand of the team above which the review sees a risk, in percent. */
export const riskyHoldings = 50;

/** Where all coins are, in percent with one place, truncated; what is not issued is the rest, so that they add up. */
interface SupplyShares {
  readonly circulation: number;
  readonly holdings: number;
  readonly unissued: number;
}

/** The shares of a supply; null while it is not whole. An amount that is not there yet counts as none. */
export function supplyShares(supply: CoinSupply): SupplyShares | null {
  const { issuance, circulation, holdings } = {
    issuance: supply.issuance,
    circulation: supply.circulation === '' ? '0' : supply.circulation,
    holdings: supply.holdings === '' ? '0' : supply.holdings,
  };
  if (![issuance, circulation, holdings].every(isDecimal) || toUnits(issuance, scale) <= 0n) return null;
  if (!isSupplyWhole({ issuance, circulation, holdings })) return null;
  const all = toUnits(issuance, scale);
  const share = (amount: string) => (toUnits(amount, scale) * tenths) / all;
  const [first, second] = [share(circulation), share(holdings)];
  return {
    circulation: Number(first) / 10,
    holdings: Number(second) / 10,
    unissued: Number(tenths - first - second) / 10,
  };
}
