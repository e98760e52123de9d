import { useEffect } from 'react';
import { isPriced } from '#protocol/spot/order-types.ts';
import { truncateDecimal } from '#protocol/core/decimal.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { EntryPanel } from '../order-entry/entry-panel.tsx';
import type { Room } from '../order-entry/wide/use-room.ts';
import { useOpenOrders } from './orders/open-orders.tsx';
import { OrderBook } from './book/order-book.tsx';
import { choiceIn, OrderForm, useAvailable } from './form/form.tsx';
import { useOrderFields } from './form/state.ts';
import { changeSpotChoice, spotChoice } from './entry-choice.ts';

/** On a tablet: a row of each side, and all there is above, between and below them down to the order button. */
const pxOfTwoRows = 48;
const pxBesideRows = 752;

/** Rows of one side of the book for a screen's height, so that the order button stays in sight. */
function rowsFor(heightPx: number, room: Room | null): number {
  if (room === 'desktop') return 7;
  // The form stands below the book: rows go before its button leaves the screen.
  if (room === 'tablet') return Math.max(2, Math.min(10, Math.floor((heightPx - pxBesideRows) / pxOfTwoRows)));
  if (heightPx < 600) return 4;
  if (heightPx < 760) return 5;
  return heightPx < 900 ? 6 : 8;
}

interface SpotPanelProps {
  readonly pair: Pair;
  /** The price that the address names; the last price is filled in without one. */
  readonly firstPrice: string | null;
  /** Leads to an order that was just placed. */
  readonly onView: (order: Order) => void;
}

/** Form and book side by side: a tap on a level fills the price. */
export function SpotPanel({ pair, firstPrice, onView }: SpotPanelProps) {
  const choice = choiceIn(pair, useObservable(spotChoice));
  const form = useOrderFields(pair.id, firstPrice);
  const { orders, asOf, known } = useOpenOrders();
  const available = useAvailable(pair, choice.side, known && asOf === null);
  useEffect(() => {
    // A price that the address names is one of the user's own.
    if (firstPrice !== null && spotChoice.get().hint) changeSpotChoice({ type: 'limit', hint: false });
  }, [firstPrice]);
  const pick = (price: string): string => {
    if (!isPriced(spotChoice.get().type)) changeSpotChoice({ type: 'limit', hint: false });
    const full = truncateDecimal(price, pair.priceDecimals);
    form.set('price', full);
    return formatNumber(full);
  };
  return (
    <EntryPanel
      rowsFor={rowsFor}
      unit={pair.quote}
      hand={choice.hand}
      form={<OrderForm {...{ pair, choice, form, available, onView }} />}
      renderBook={(rows, announce) => (
        <OrderBook {...{ pair, choice, orders, rows }} onPick={(price) => announce(pick(price))} />
      )}
    />
  );
}
