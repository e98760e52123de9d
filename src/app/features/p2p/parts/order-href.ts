import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';

const screens = {
  buy: '/pages/otc/Orderdetails',
  sell: '/pages/otc/Orderdetailsdd',
  over: '/pages/otc/Orderdetails2',
} as const;

/** The address of a fiat order's screen: its buyer's or its seller's while it goes on, another when it ended or is appealed. */
export function orderHref({ id, side, state }: Pick<P2pOrder, 'id' | 'side' | 'state'>): string {
  const goesOn = state === 'waiting-payment' || state === 'paid';
  return `${goesOn ? screens[side] : screens.over}?id=${id}`;
}
