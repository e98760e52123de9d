import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Order } from '#protocol/spot/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { pairsQuery } from '#app/features/pairs/queries.ts';
import css from './order-history-screen.module.css';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { OrderRow, unitsOf } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { type OrderFilter, ordersQuery, refreshOrders } from '../queries.ts';
import { Filters, type OrderHistorySearch } from './order-filters.tsx';
import { useSearchFilters } from '#app/features/loading/search-filters.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

function useOrders(filter: OrderFilter) {
  return useInfiniteQuery(ordersQuery(filter));
}

type Orders = ReturnType<typeof useOrders>;

/** The answered orders, those that are open as the stream has them. */
function withLive(answered: readonly Order[], open: readonly Order[]): readonly Order[] {
  const live = new Map(open.map((order) => [order.id, order]));
  return answered.map((order) => {
    const now = live.get(order.id);
    return now !== undefined && now.updatedAt >= order.updatedAt ? now : order;
  });
}

/** The stream reports every change of an open order; the lists are then refetched. */
function useLiveRefresh(): void {
  const client = useQueryClient();
  const account = useAccount();
  const mark = account === null ? null : account.orders.map(({ id, updatedAt }) => `${id}.${updatedAt}`).join();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (mark === null || mark === seen.current) return;
    const first = seen.current === null;
    seen.current = mark;
    if (!first) void refreshOrders(client);
  }, [client, mark]);
}

const rowHeight = 96;

/** All own orders, open or ended, by pair and side. */
export function OrderHistoryScreen({ search }: { search: OrderHistorySearch }) {
  const { t } = useLingui();
  const state = search.state ?? 'current';
  const filter: OrderFilter = {
    state,
    ...(search.pair === undefined ? {} : { pair: search.pair }),
    ...(search.side === undefined ? {} : { side: search.side }),
  };
  const orders = useOrders(filter);
  useLiveRefresh();
  const change = useSearchFilters('/pages/trade/entrust', search);
  return (
    <Page
      title={t`Orders`}
      actions={<OwnAmountsEye />}
      under={
        <Tabs
          label={t`Orders to show`}
          group="entrust"
          items={[
            { id: 'current', label: t`Current` },
            { id: 'history', label: t`History` },
          ]}
          value={state}
          onChange={(next) => change({ state: next === 'history' ? next : undefined })}
        />
      }
      onRefresh={() => orders.refetch()}
      updating={orders.isFetching && orders.data !== undefined}
    >
      <TabPanel group="entrust" value={state}>
        <Filters search={search} onChange={change} />
        <OrderList key={JSON.stringify(filter)} filter={filter} orders={orders} />
      </TabPanel>
    </Page>
  );
}

function OrderList(props: { filter: OrderFilter; orders: Orders }) {
  const { filter, orders } = props;
  const { t } = useLingui();
  const { data: pairs } = useQuery(pairsQuery);
  const account = useAccount();
  const { reason } = useLiveTrading();
  const canLeave = useCanLeave();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const reachable = useReachable();
  const answered = useMemo(() => orders.data?.pages.flatMap((page) => page.list) ?? [], [orders.data]);
  const list = useMemo(() => withLive(answered, account?.orders ?? []), [answered, account]);
  const current = filter.state === 'current';
  if (orders.data === undefined) {
    return <NotLoaded query={orders} title={<Trans>Orders did not load</Trans>} rows={6} />;
  }
  const listed = pairs?.list ?? [];
  const opened = list.find((order) => order.id === openedId) ?? null;
  const at = formatTime(orders.dataUpdatedAt, 'time');
  return (
    <>
      {(!reachable || reason !== null) && (
        <div className={css['age']}>
          <StaleTag>
            <Trans>as of {at}</Trans>
          </StaleTag>
          {current && !canLeave && <p>{t`Your orders stay in the market. Cancelling needs a connection.`}</p>}
        </div>
      )}
      {list.length === 0 && <NoOrders filter={filter} />}
      <PagedList
        pages={orders}
        items={list}
        keyOf={(order) => order.id}
        rowHeight={rowHeight}
        label={current ? t`Open orders` : t`Past orders`}
        render={(order) => (
          <OrderRow
            order={order}
            units={unitsOf(listed, order.pair)}
            time="dayTime"
            canCancel={current && order.status === 'open' ? canLeave : null}
            onOpen={({ id }) => setOpenedId(id)}
          />
        )}
      />
      <OrderSheet order={opened} pairs={listed} onClose={() => setOpenedId(null)} />
    </>
  );
}

function NoOrders({ filter }: { filter: OrderFilter }) {
  const filtered = filter.pair !== undefined || filter.side !== undefined;
  return (
    <EmptyState
      icon={ListChecks}
      title={filter.state === 'current' ? <Trans>No open orders</Trans> : <Trans>No orders yet</Trans>}
      text={
        filtered ? (
          <Trans>Try another pair or side.</Trans>
        ) : filter.state === 'current' ? (
          <Trans>Open orders appear here.</Trans>
        ) : (
          <Trans>Completed and cancelled orders appear here.</Trans>
        )
      }
    />
  );
}
