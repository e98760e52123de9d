import { houseOwners } from '../core/ledger/account.ts';
import type { Spot, SpotRequest } from '../markets/spot/spot.ts';
import type { MakerPair } from './maker-pair.ts';

/** Orders of the house's traders in one call auction, on both sides together. */
const ordersMost = 40;
/** How far from the index they are, as shares: buyers lean above it and sellers below, so that most of them meet. */
const buyers = { from: 0.94, to: 1.08 } as const;
const sellers = { from: 0.92, to: 1.06 } as const;
/** Share of the typical level that an order has. */
const sizes = { from: 0.02, to: 0.2 } as const;

const within = ({ from, to }: { readonly from: number; readonly to: number }, random: number) =>
  from + (to - from) * random;

/**
 * The next order of the house's traders in a call auction: one buys and the other sells, so that neither meets an order
 * of its own.
 *
 * @param random uniform in [0, 1)
 * @returns null once there are enough of them
 */
export function auctionOrder(
  spot: Pick<Spot, 'openOrders'>,
  maker: MakerPair,
  indexTicks: number,
  random: () => number,
): SpotRequest | null {
  const { id } = maker.pair;
  const placed = spot.openOrders(houseOwners.makerA, id).length + spot.openOrders(houseOwners.makerB, id).length;
  if (placed >= ordersMost) return null;
  const buys = random() < 0.5;
  const ticks = Math.max(1, Math.round(indexTicks * within(buys ? buyers : sellers, random())));
  const { typicalLots, minLots, maxLots, minTickLots } = maker.terms(indexTicks, true);
  const least = Math.max(minLots, Math.ceil(minTickLots / ticks));
  const lots = Math.min(maxLots, Math.max(least, Math.round(typicalLots * within(sizes, random()))));
  const request = maker.placeRequest({ side: buys ? 'buy' : 'sell', ticks, lots });
  return { ...request, owner: buys ? houseOwners.makerA : houseOwners.makerB };
}

/** Takes back what the taking trader has left in the book of a pair that opened; the quoting one keeps to its quotes. */
export function leftOfAuction(spot: Pick<Spot, 'openOrders'>, pair: string): SpotRequest[] {
  const owner = houseOwners.makerB;
  return spot.openOrders(owner, pair).map(({ id }) => ({ kind: 'cancel', owner, id }));
}
