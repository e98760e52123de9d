import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { clockOf, secondsUntil } from '#app/features/options/round/round-times.ts';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { moneyOf } from '../order-texts.ts';
import { closingMs, isOpen } from '../order-times.ts';
import css from './records.module.css';

/** An order in a list: what is traded and how far it is; an open one with its countdown and what is unread in it. */
export function OrderRow({ order, unread }: { order: P2pOrder; unread: number }) {
  const { i18n } = useLingui();
  const { amount, coins } = moneyOf(order);
  const { name, tone } = orderStateLabels[order.state];
  return (
    <ListRow
      leading={<CoinIcon symbol={order.asset} />}
      title={
        <>
          {order.side === 'buy' ? <Trans>Buy {coins}</Trans> : <Trans>Sell {coins}</Trans>}{' '}
          {unread > 0 && <Unread count={unread} />}
        </>
      }
      sub={
        <>
          <bdi>{order.counterparty ?? formatTime(order.createdAt, 'dayTime')}</bdi>
          {isOpen(order) && order.state !== 'appeal' && <TimeLeft order={order} />}
        </>
      }
      value={amount}
      valueSub={<Badge tone={tone}>{i18n._(name)}</Badge>}
      chevron={false}
      href={`#${orderHref(order)}`}
    />
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className={css['unread']}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>
        <Plural value={count} one="# unread message" other="# unread messages" />
      </VisuallyHidden>
    </span>
  );
}

/** What is left to pay, or until an appeal can be opened. */
function TimeLeft({ order }: { order: P2pOrder }) {
  const now = useServerNow();
  const until = order.state === 'paid' ? buyerAppealsFrom(order) : order.payUntil;
  const left = secondsUntil(until, now);
  if (left === 0) return null;
  return (
    <>
      {' · '}
      <span className={css['left']} role="timer" aria-live="off" data-closing={until - now <= closingMs || undefined}>
        {clockOf(left)}
      </span>
    </>
  );
}
