import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime, type TimeKind } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { cancelMutation } from '../mutations.ts';
import { percentOf } from '../form/maths.ts';
import { CancelButton } from '#app/features/order-entry/orders/cancel-button.tsx';
import css from '#app/features/order-entry/orders/order-row.module.css';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { sideLabels, statusLabel, typeLabels, toastKey } from '../order-labels.ts';

/** The decimals and coins that an order is written with; its own figures where the pair is no longer listed. */
export interface OrderUnits {
  readonly base: string;
  readonly quote: string;
  readonly name: string;
  readonly price: number | undefined;
  readonly amount: number | undefined;
}

/** How orders of a pair are written. */
export function unitsOf(pairs: readonly Pair[], id: string): OrderUnits {
  const pair = pairs.find((one) => one.id === id);
  if (pair === undefined) return { base: '', quote: '', name: id, price: undefined, amount: undefined };
  const { base, quote } = pair;
  return { base, quote, name: `${base}/${quote}`, price: pair.priceDecimals, amount: pair.amountDecimals };
}

/** Filled share of an order, 0 to 1: by quantity, or by value where it names only what it spends. */
function filledShare(order: Order): number {
  const [done, all] = order.amount === null ? [order.filledTotal, order.total] : [order.filled, order.amount];
  return all === null ? 0 : percentOf(done, all) / 100;
}

interface OrderRowProps {
  readonly order: Order;
  readonly units: OrderUnits;
  readonly time: TimeKind;
  readonly onOpen?: (order: Order) => void;
  /** Cancelling is possible now; null leaves the button out. */
  readonly canCancel: boolean | null;
}

/** A figure that may be missing. */
function number(value: string | null, decimals: number | undefined): string {
  return value === null ? '–' : formatNumber(value, { decimals });
}

/** One own order: what, at what price, its progress, and the button that cancels it. */
export function OrderRow({ order, units, time, onOpen, canCancel }: OrderRowProps) {
  const { i18n, t } = useLingui();
  const side = i18n._(sideLabels[order.side]);
  const price = order.price ?? order.averagePrice;
  const byTotal = order.amount === null;
  const done = byTotal ? number(order.filledTotal, 2) : number(order.filled, units.amount);
  const all = byTotal ? number(order.total, 2) : number(order.amount, units.amount);
  return (
    <article className={css['row']} aria-label={t`${side} ${units.name}`}>
      <div className={css['head']}>
        <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{side}</Badge>
        {onOpen === undefined ? (
          <b>{units.name}</b>
        ) : (
          <button type="button" className={css['open']} aria-haspopup="dialog" onClick={() => onOpen(order)}>
            {units.name}
          </button>
        )}
        <span className={css['type']}>{i18n._(typeLabels[order.type])}</span>
        <time className={css['time']} dateTime={new Date(order.createdAt).toISOString()}>
          {formatTime(order.createdAt, time)}
        </time>
      </div>
      <dl className={css['figures']}>
        <div>
          <dt>{order.price === null ? <Trans>Average price</Trans> : <Trans>Price</Trans>}</dt>
          <dd>{number(price, units.price)}</dd>
        </div>
        <div>
          <dt>{byTotal ? <Trans>Spent / total</Trans> : <Trans>Filled / amount</Trans>}</dt>
          <dd>
            <OwnAmount>
              {done} <span className={css['of']}>/ {all}</span>
            </OwnAmount>
          </dd>
        </div>
        {canCancel !== null && <CancelOrder order={order} name={units.name} possible={canCancel} />}
      </dl>
      {canCancel === null && <p className={css['status']}>{i18n._(statusLabel(order))}</p>}
      {order.status === 'open' && (
        <Progress label={t`Filled`} share={filledShare(order)} tone={order.side === 'buy' ? 'up' : 'down'} />
      )}
    </article>
  );
}

/** What was filled stays. */
export function CancelOrder(props: { order: Order; name: string; possible: boolean; wide?: boolean }) {
  return <CancelButton {...props} mutation={cancelMutation(useQueryClient())} toastKey={toastKey} />;
}
