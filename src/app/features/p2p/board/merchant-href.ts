import type { ListedAdvert } from '../../../../protocol/p2p/entities/trade.ts';

/** The address of the page of an advert's merchant, with the coin, the currency and the side of the advert. */
export function merchantHref({ merchant, asset, currency, side }: ListedAdvert): string {
  const shown = { merchant: merchant.id, side: side === 'sell' ? 'buy' : 'sell', asset, currency };
  return `#/pages/otc/otc?${new URLSearchParams(shown).toString()}`;
}
