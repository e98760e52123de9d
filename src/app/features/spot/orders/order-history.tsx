import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { OrderRow, unitsOf } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { ordersQuery } from '../queries.ts';
import css from '../spot-screen.module.css';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** Orders below the form; the whole list has a screen of its own. */
const shownMax = 20;

/** The latest orders that have ended. */
export function OrderHistory({ pairs }: { pairs: readonly Pair[] }) {
  const [opened, setOpened] = useState<Order | null>(null);
  const history = useInfiniteQuery(ordersQuery({ state: 'history' }));
  if (history.data === undefined) {
    return <NotLoaded query={history} title={<Trans>Orders did not load</Trans>} rows={3} />;
  }
  const orders = (history.data.pages[0]?.list ?? []).slice(0, shownMax);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={History}
        title={<Trans>No orders yet</Trans>}
        text={<Trans>Completed and cancelled orders appear here.</Trans>}
      />
    );
  }
  return (
    <>
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          units={unitsOf(pairs, order.pair)}
          time="dayTime"
          canCancel={null}
          onOpen={setOpened}
        />
      ))}
      <div className={css['all']}>
        <Button kind="text" href="#/pages/trade/entrust?state=history">
          <Trans>All orders</Trans>
        </Button>
      </div>
      <OrderSheet order={opened} pairs={pairs} onClose={() => setOpened(null)} />
    </>
  );
}
