import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Side } from '../../../../protocol/entities/market.ts';
import type { Order } from '../../../../protocol/entities/order.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { useAccount } from '../../../platform/stream/stream-hooks.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { StaleTag } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Chips } from '../../../ui/controls/Chips.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { EmptyState, ErrorState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PickerField } from '../../../ui/controls/PickerField.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { VirtualList } from '../../../ui/lists/VirtualList.tsx';
import { pairsQuery } from '../../pairs/queries.ts';
import css from './order-history-screen.module.css';
import { useLiveTrading } from '../../order-entry/live-trading.ts';
import { OwnAmountsEye } from '../../order-entry/own-amount.tsx';
import { OrderRow, unitsOf } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { type OrderFilter, ordersQuery, refreshOrders } from '../queries.ts';

/** What the address asks for. */
export interface OrderHistorySearch {
  readonly state?: 'history';
  readonly pair?: string;
  readonly side?: Side;
}

const rowHeight = 96;
/** The first choice of the pair picker. */
const everyPair = '*';

/** All own orders, open or ended, by pair and side. */
export function OrderHistoryScreen({ search }: { search: OrderHistorySearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const state = search.state ?? 'current';
  const filter: OrderFilter = {
    state,
    ...(search.pair === undefined ? {} : { pair: search.pair }),
    ...(search.side === undefined ? {} : { side: search.side }),
  };
  const orders = useOrders(filter);
  useLiveRefresh();
  const change = (next: { state?: string | undefined; pair?: string | undefined; side?: Side | undefined }) => {
    const merged = { ...search, ...next };
    void navigate({
      to: '/pages/trade/entrust',
      replace: true,
      search: {
        ...(merged.state === 'history' ? { state: 'history' as const } : {}),
        ...(merged.pair === undefined ? {} : { pair: merged.pair }),
        ...(merged.side === undefined ? {} : { side: merged.side }),
      },
    });
  };
  return (
    <Page
      title={t`Orders`}
      actions={<OwnAmountsEye />}
      under={
        <Tabs
          label={t`Which orders`}
          group="entrust"
          items={[
            { id: 'current', label: t`Current` },
            { id: 'history', label: t`History` },
          ]}
          value={state}
          onChange={(next) => change({ state: next })}
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

function Filters(props: {
  search: OrderHistorySearch;
  onChange: (change: { pair?: string | undefined; side?: Side | undefined }) => void;
}) {
  const { t } = useLingui();
  const { search, onChange } = props;
  const { data } = useQuery(pairsQuery);
  const sides = [
    { id: 'all', label: t`All` },
    { id: 'buy', label: t`Buy` },
    { id: 'sell', label: t`Sell` },
  ] as const;
  return (
    <div className={css['filters']}>
      <PickerField
        label={t`Pair`}
        hideLabel
        searchable
        value={search.pair ?? everyPair}
        options={[
          { value: everyPair, label: t`All pairs` },
          ...(data?.list ?? []).map((pair) => ({
            value: pair.id,
            label: `${pair.base}/${pair.quote}`,
            keywords: pair.name,
            leading: <CoinIcon symbol={pair.base} size={20} />,
          })),
        ]}
        onChange={(pair) => onChange({ pair: pair === everyPair ? undefined : pair })}
      />
      <Chips
        label={t`Side`}
        inset
        items={sides}
        value={search.side ?? 'all'}
        onChange={(side) => onChange({ side: side === 'all' ? undefined : side })}
      />
    </div>
  );
}

function OrderList(props: { filter: OrderFilter; orders: Orders }) {
  const { filter, orders } = props;
  const { t } = useLingui();
  const { data: pairs } = useQuery(pairsQuery);
  const account = useAccount();
  const { live, reason } = useLiveTrading();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const reachable = useReachable();
  const failure = useFailureText(orders.error);
  const answered = useMemo(() => orders.data?.pages.flatMap((page) => page.list) ?? [], [orders.data]);
  const list = useMemo(() => withLive(answered, account?.orders ?? []), [answered, account]);
  const current = filter.state === 'current';
  if (orders.data === undefined) {
    return orders.isError ? (
      <ErrorState
        title={<Trans>Orders did not load</Trans>}
        text={failure}
        retrying={orders.isFetching}
        onRetry={() => void orders.refetch()}
      />
    ) : (
      <SkeletonRow count={6} height={64} />
    );
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
          {current && <p>{t`Your orders stay in the market. Cancelling needs a connection.`}</p>}
        </div>
      )}
      {list.length === 0 && <NoOrders filter={filter} />}
      <VirtualList
        items={list}
        keyOf={(order) => order.id}
        rowHeight={rowHeight}
        label={current ? t`Open orders` : t`Past orders`}
        onEnd={() => {
          if (orders.hasNextPage && !orders.isFetchingNextPage && !orders.isError) void orders.fetchNextPage();
        }}
        render={(order) => (
          <OrderRow
            order={order}
            units={unitsOf(listed, order.pair)}
            time="dayTime"
            canCancel={current && order.status === 'open' ? live : null}
            onOpen={({ id }) => setOpenedId(id)}
          />
        )}
      />
      {orders.isFetchingNextPage && <SkeletonRow count={2} height={64} />}
      {orders.hasNextPage && orders.isFetchNextPageError && (
        <div className={css['more']}>
          <Button kind="text" onClick={() => void orders.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <OrderSheet order={opened} pairs={listed} onClose={() => setOpenedId(null)} />
    </>
  );
}

function useOrders(filter: OrderFilter) {
  return useInfiniteQuery(ordersQuery(filter));
}

type Orders = ReturnType<typeof useOrders>;

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
          <Trans>Orders that wait in the book appear here.</Trans>
        ) : (
          <Trans>Completed and cancelled orders appear here.</Trans>
        )
      }
    />
  );
}

/** The answered orders, those that are open as the stream has them. */
function withLive(answered: readonly Order[], open: readonly Order[]): readonly Order[] {
  const live = new Map(open.map((order) => [order.id, order]));
  return answered.map((order) => {
    const now = live.get(order.id);
    return now !== undefined && now.updatedAt >= order.updatedAt ? now : order;
  });
}

/** The stream tells of every change of an open order; the lists are then asked for again. */
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
