import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { codes } from '#protocol/core/codes.ts';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { useLiveOrders } from './live-order.ts';
import css from './order.module.css';
import { orderQuery } from './queries.ts';

/** Whether the state of an order was brought about by somebody else than its viewer. */
function isNews({ state, side, endedBy }: P2pOrder): boolean {
  if (state === 'paid') return side === 'sell';
  if (state === 'completed' || state === 'cancelled') return endedBy !== (side === 'buy' ? 'buyer' : 'seller');
  return false;
}

/** What the other side, the countdown or an arbiter did, said once while the order is on screen. */
function useOrderNews(order: P2pOrder | undefined): void {
  const { t } = useLingui();
  const before = useRef<P2pOrder | undefined>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = order;
    if (order === undefined || last === undefined || last.id !== order.id || last.state === order.state) return;
    // The part of the screen that had the focus may be gone with the state.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    if (!isNews(order)) return;
    const titles = {
      paid: t`The buyer marked the order as paid`,
      completed: order.endedBy === 'arbiter' ? t`The arbiter released the coins` : t`The seller released the coins`,
      cancelled:
        order.endedBy === 'arbiter'
          ? t`The arbiter gave the coins back to the seller.`
          : order.endedBy === 'timeout'
            ? t`The time to pay is over`
            : t`The buyer cancelled the order`,
      'waiting-payment': '',
      appeal: '',
    };
    toast.show({ type: 'info', title: titles[order.state] });
  }, [order, t]);
}

interface OrderFrameProps {
  /** Absent where the address names no order. */
  id: string | undefined;
  children: (detail: P2pOrderDetail) => ReactNode;
}

/** Loads one own order and keeps it live; until then its skeleton, or what went wrong. */
export function OrderFrame({ id, children }: OrderFrameProps) {
  const { t } = useLingui();
  useLiveOrders();
  const query = useQuery({ ...orderQuery(id ?? '0'), enabled: id !== undefined, meta: { quiet: true } });
  useOrderNews(query.data?.order);
  const { data, error } = query;
  if (data !== undefined) return <Suspense fallback={<OrderLoading />}>{children(data)}</Suspense>;
  const isUnknown = id === undefined || (error instanceof ApiRefusal && error.code === codes.notFound);
  return (
    <Page title={t`P2P order`}>
      {isUnknown ? (
        <EmptyState
          icon={SearchX}
          title={t`No such order`}
          text={t`It is not one of yours, or its address is incomplete.`}
          action={
            <Button href="#/pages/otc/Orderrecord">
              <Trans>P2P orders</Trans>
            </Button>
          }
        />
      ) : (
        <NotLoaded query={query} title={<Trans>The order did not load. Its coins stay in escrow.</Trans>}>
          <OrderSkeleton />
        </NotLoaded>
      )}
    </Page>
  );
}

/** The shape of an order while it loads. */
function OrderSkeleton() {
  return (
    <div className={css['loading']} aria-busy>
      <Skeleton height="84px" />
      <Skeleton height="28px" />
      <Skeleton height="104px" />
      <Skeleton height="52px" />
      <Skeleton height="52px" />
      <Skeleton height="52px" />
    </div>
  );
}

/** Stands in while the view of an order is fetched. */
function OrderLoading() {
  const { t } = useLingui();
  return (
    <Page title={t`P2P order`}>
      <OrderSkeleton />
    </Page>
  );
}
