import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { codes } from '../../../../protocol/core/codes.ts';
import type { FiatOrderDetail } from '../../../../protocol/p2p/entities/trade.ts';
import { ApiRefusal } from '../../../platform/api/api.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { LoadError } from '../../loading/load-error.tsx';
import { useLiveOrders } from './live-order.ts';
import css from './order.module.css';
import { orderQuery } from './queries.ts';
import { useOrderNews } from './use-order-news.ts';

interface OrderFrameProps {
  /** Absent where the address names no order. */
  id: string | undefined;
  children: (detail: FiatOrderDetail) => ReactNode;
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
      ) : query.isError ? (
        <LoadError query={query} title={<Trans>The order did not load. Its coins stay in escrow.</Trans>} />
      ) : (
        <OrderSkeleton />
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
