import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Icon } from '#app/ui/icons.tsx';
import { CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { clockOf, secondsUntil } from '#app/features/options/round/round-times.ts';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { Joined } from '#app/features/p2p/parts/joined.tsx';
import { CounterpartyName } from '../counterparty-row.tsx';
import { moneyOf } from '../order-texts.ts';
import { closingMs, shareLeft } from '../order-times.ts';
import css from './talk-bar.module.css';

/** Under the nav bar of a conversation: the order, what is left of its time, and the way to it. */
export function TalkBar({ detail }: { detail: P2pOrderDetail }) {
  const { order, joinedAt } = detail;
  const { amount, coins } = moneyOf(order);
  return (
    <a className={css['bar']} href={`#${orderHref(order)}`}>
      <Clock order={order} />
      <span className={css['words']}>
        <State order={order} />
        <span className={css['sub']}>
          {amount}, {coins}
        </span>
        <span className={css['sub']}>
          <CounterpartyName order={order} /> · <Joined at={joinedAt} />
        </span>
      </span>
      <Icon of={ChevronRight} />
    </a>
  );
}

/** The running time of an order; null where none runs. */
function timeOf(order: P2pOrder): { readonly from: number; readonly until: number } | null {
  if (order.state === 'waiting-payment') return { from: order.createdAt, until: order.payUntil };
  return order.state === 'paid' ? { from: order.paidAt ?? order.createdAt, until: buyerAppealsFrom(order) } : null;
}

function Clock({ order }: { order: P2pOrder }) {
  const now = useServerNow();
  const time = timeOf(order);
  if (time === null) return null;
  const leftMs = time.until - now;
  return (
    <CountdownRing size={44} share={shareLeft(time.from, time.until, now)} closing={leftMs > 0 && leftMs <= closingMs}>
      {null}
    </CountdownRing>
  );
}

function State({ order }: { order: P2pOrder }) {
  const { i18n } = useLingui();
  const now = useServerNow();
  const time = timeOf(order);
  if (time === null || time.until <= now) {
    return <span className={css['state']}>{i18n._(orderStateLabels[order.state].name)}</span>;
  }
  return (
    <span className={css['line']}>
      <span className={css['time']} role="timer" aria-live="off">
        {clockOf(secondsUntil(time.until, now))}
      </span>
      {order.state === 'waiting-payment' ? (
        <Trans>to pay</Trans>
      ) : order.side === 'buy' ? (
        <Trans>until you can appeal</Trans>
      ) : (
        <Trans>until the buyer can appeal</Trans>
      )}
    </span>
  );
}
