import { fiatPrice, type Trader } from '../calls/p2p-market.ts';
import { verifyForP2p } from '../calls/p2p-standing.ts';
import type { BuiltExchange } from '../built-exchange.ts';
import { p2pCalls } from './p2p-traders.ts';

/** Screens of fiat trading with the addresses of what a user has there, by the names in `every-screen.ts`. */
export type P2pAddresses = Readonly<Record<string, string>>;

const idOf = (answer: Readonly<Record<string, unknown>>) => String(answer['id']);

/**
 * Has a user trade fiat with another: both are merchants with adverts; the user has a purchase to pay, one that was
 * cancelled, and a sale that the other has marked as paid. Both need coins in the spot wallet.
 *
 * @returns where the screens show them
 */
export async function tradeP2p(
  exchange: Pick<BuiltExchange, 'address' | 'dataFolder'>,
  own: Trader<string>,
  other: Trader<string>,
): Promise<P2pAddresses> {
  const { call, market, standing, close } = p2pCalls(exchange);
  try {
    for (const { id } of [own, other]) await verifyForP2p(standing, id);
    // An advert comes with a new collection method; the one that sells into it is last.
    await market.advert(own, 'buy');
    const advert = await market.advert(own, 'sell');
    const buying = await market.advert(other, 'buy');
    const selling = await market.advert(other, 'sell');
    await market.fund(own.as, '50');
    const { list } = await call('GET cnyPayList', {}, own.as);
    const method = String((list as readonly { readonly id: string }[])[0]?.id);
    const take = (of: string, by: string) => ({ advert: of, price: fiatPrice, amount: '20', in: 'coin', method: by });
    const cancelled = idOf(await call('POST tradeBuy', take(selling, 'bank'), own.as));
    await call('POST tradeCancel', { id: cancelled, notPaid: true }, own.as);
    const purchase = idOf(await call('POST tradeBuy', take(selling, 'bank'), own.as));
    const sale = idOf(await call('POST tradeSell', take(buying, method), own.as));
    await call('POST tradePaid', { id: sale }, other.as);
    return {
      'fiat-order-buyer': `#/pages/otc/Orderdetails?id=${purchase}`,
      'fiat-order-seller': `#/pages/otc/Orderdetailsdd?id=${sale}`,
      'fiat-order-ended': `#/pages/otc/Orderdetails2?id=${cancelled}`,
      'fiat-voucher': `#/pages/business/toUploadImg?id=${purchase}`,
      'fiat-receipt': `#/pages/business/receipt?id=${sale}`,
      'fiat-appeal': `#/pages/business/appeal?id=${sale}`,
      'fiat-contact': `#/pages/business/contactinformation?id=${purchase}`,
      'withdraw-advert': `#/pages/business/revoke?advert=${advert}`,
    };
  } finally {
    await close();
  }
}
