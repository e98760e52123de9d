import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { useAccount, useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { RecordList } from '#app/features/loading/record-list.tsx';
import { formatFiat } from '#app/features/p2p/parts/fiat-money.ts';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { clockOf, secondsUntil } from '#app/features/options/round/round-times.ts';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { useLiveOrders } from '../live-order.ts';
import { matchesFilter } from '../order-pages.ts';
import { type OrderFilter, ordersQuery } from '../queries.ts';
import { type DayTotals, joinOrders, orderLines, type OrderListLine } from './order-lines.ts';
import css from './records.module.css';
import { moneyOf } from '../order-texts.ts';
import { closingMs, isOpen } from '../order-times.ts';

const none: readonly P2pOrder[] = [];

/** Own orders with the open ones first, live; page by page. */
export function OrderList({ filter, label }: { filter: OrderFilter; label: string }) {
  useLiveOrders();
  const account = useAccount();
  const orders = useInfiniteQuery(ordersQuery(filter));
  const { hoursAt } = useObservable(timeZone);
  const { data, hasNextPage } = orders;
  const streamed = account?.fiatOrders ?? none;
  const lines = useMemo(() => {
    const listed = data?.pages.flatMap(({ list }) => list) ?? [];
    const joined = joinOrders(streamed, listed).filter((order) => matchesFilter(filter, order));
    return orderLines(joined, hoursAt, hasNextPage);
  }, [data, filter, hasNextPage, hoursAt, streamed]);
  const unread = new Map(account?.fiatTalks.map((talk) => [talk.order, talk.unread]));
  return (
    <RecordList
      label={label}
      query={orders}
      items={data && lines}
      failed={<Trans>Orders did not load</Trans>}
      coins
      rows={8}
      empty={<Nothing filtered={filter.state !== undefined} />}
      keyOf={(line) => line.id}
      rowHeight={64}
      render={(line) => <Line line={line} unreadOf={(id) => unread.get(id) ?? 0} />}
    />
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={ReceiptText}
      title={filtered ? t`No matching orders` : t`No P2P orders yet`}
      text={filtered ? t`Choose another side or state.` : t`What you buy from people and sell to them appears here.`}
      {...(filtered
        ? {}
        : {
            action: (
              <Button kind="primary" href="#/pages/otc/otc">
                <Trans>P2P trading</Trans>
              </Button>
            ),
          })}
    />
  );
}

function Line({ line, unreadOf }: { line: OrderListLine; unreadOf: (order: string) => number }) {
  if (line.is === 'order') return <OrderRow order={line.order} unread={unreadOf(line.id)} />;
  return (
    <div className={css['head']}>
      <h2>{line.is === 'open' ? <Trans>Open orders</Trans> : formatTime(line.at, 'date')}</h2>
      {line.is === 'day' && line.totals !== null && <Totals totals={line.totals} />}
    </div>
  );
}

function Totals({ totals }: { totals: DayTotals }) {
  const entries = Object.entries(totals) as [FiatCurrencyCode, string][];
  if (entries.length === 0) return null;
  const text = entries.map(([currency, amount]) => formatFiat(amount, currency)).join(' + ');
  return (
    <span className={css['totals']}>
      <Trans>Completed: {text}</Trans>
    </span>
  );
}

/** An order in a list: what is traded and how far it is; an open one with its countdown and what is unread in it. */
function OrderRow({ order, unread }: { order: P2pOrder; unread: number }) {
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
