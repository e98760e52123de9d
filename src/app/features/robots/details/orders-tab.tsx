import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { compareDecimals, divideDecimals, multiplyDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { usePriceText } from './price-text.ts';
import css from './rows.module.css';

type Order = CallOutput<'GET quant/order/detail'>['orders'][number];

interface OrdersTabProps {
  readonly robot: Robot;
  readonly orders: readonly Order[];
  readonly onPick: (id: string) => void;
}

/** What waits in the book, the highest price first, as it stands there. */
export function OrdersTab({ robot, orders, onPick }: OrdersTabProps) {
  const { t } = useLingui();
  const priceOf = usePriceText(robot.pair);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={BookOpen}
        title={<Trans>No order in the book</Trans>}
        text={
          robot.state === 'running' ? (
            <Trans>The next one goes in when the strategy wants it.</Trans>
          ) : (
            <Trans>Orders are in the book only while it runs.</Trans>
          )
        }
      />
    );
  }
  return (
    <>
      <p className={css['head']} aria-hidden>
        <span>
          <Trans>Side</Trans>
        </span>
        <span>{t`Price (${robot.quote})`}</span>
        <span>{t`Amount (${robot.base})`}</span>
        <span>
          <Trans>Filled</Trans>
        </span>
      </p>
      <ul aria-label={t`Orders`}>
        {orders
          .toSorted((a, b) => compareDecimals(b.price, a.price))
          .map((order) => (
            <li key={order.id}>
              <button type="button" className={css['row']} aria-haspopup="dialog" onClick={() => onPick(order.id)}>
                <span data-side={order.side}>{order.side === 'buy' ? t`Buy` : t`Sell`}</span>
                <span>{priceOf(order.price)}</span>
                <span>
                  <OwnAmount>{formatNumber(order.amount)}</OwnAmount>
                </span>
                <span>{filledPercent(order)}</span>
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

function filledPercent({ filled, amount }: Order): string {
  if (!/[1-9]/.test(amount)) return '–';
  return `${formatNumber(multiplyDecimals(divideDecimals(filled, amount, 6), '100', 4), { decimals: 0 })}%`;
}
