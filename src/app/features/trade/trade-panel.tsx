import { useLingui } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { truncateDecimal } from '../../../protocol/maths/decimal.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import type { Order } from '../../../protocol/entities/order.ts';
import { formatNumber } from '../../platform/format/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { LiveRegion } from '../../ui/layout/VisuallyHidden.tsx';
import { useOpenOrders } from './orders/open-orders.tsx';
import { OrderBook } from './book/order-book.tsx';
import { OrderForm, useAvailable } from './form/order-form.tsx';
import { useOrderFormState } from './form/order-form-state.ts';
import { changeTradeChoice, tradeChoice } from './trade-choice.ts';
import css from './trade-screen.module.css';

/** Rows of one side of the book for a screen's height, so that the order button stays in sight. */
function rowsFor(heightPx: number): number {
  if (heightPx < 600) return 4;
  if (heightPx < 760) return 5;
  return heightPx < 900 ? 6 : 8;
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

export interface TradePanelProps {
  readonly pair: Pair;
  /** The price that the address names; the last price is filled in without one. */
  readonly firstPrice: string | null;
  /** Leads to an order that was just placed. */
  readonly onView: (order: Order) => void;
}

/** Form and book side by side: a tap on a level fills the price. */
export function TradePanel({ pair, firstPrice, onView }: TradePanelProps) {
  const { t } = useLingui();
  const choice = useObservable(tradeChoice);
  const form = useOrderFormState(firstPrice);
  const { orders, asOf, known } = useOpenOrders();
  const available = useAvailable(pair, choice.side, known && asOf === null);
  const rows = useSyncExternalStore(onResize, () => rowsFor(innerHeight));
  const [picked, setPicked] = useState('');
  const pick = (price: string) => {
    if (tradeChoice.get().type === 'market') changeTradeChoice({ type: 'limit' });
    const full = truncateDecimal(price, pair.priceDecimals);
    form.setPrice(full);
    setPicked(formatNumber(full));
  };
  return (
    <div className={css['desk']} data-hand={choice.hand}>
      <OrderForm pair={pair} choice={choice} form={form} available={available} onView={onView} />
      <OrderBook pair={pair} choice={choice} orders={orders} rows={rows} onPick={pick} />
      <LiveRegion>{picked === '' ? null : t`Price set to ${picked} ${pair.quote}`}</LiveRegion>
    </div>
  );
}
