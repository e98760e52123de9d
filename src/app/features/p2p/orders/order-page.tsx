import { useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { Headset, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { orderQuery } from './queries.ts';

interface OrderPageProps {
  detail: P2pOrderDetail;
  title: string;
  /** The actions that stick to the lower edge. */
  bottom?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of one order: its age without a network, and the way to customer service. */
export function OrderPage({ detail, title, bottom, actions, children }: OrderPageProps) {
  const { t } = useLingui();
  const query = useQuery(orderQuery(detail.order.id));
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <IconButton
            icon={UserRound}
            label={t`The other side`}
            href={`#/pages/business/contactinformation?id=${detail.order.id}`}
          />
          <IconButton icon={Headset} label={t`Customer service`} href="#/pages/workOrder/index" />
        </>
      }
      bottom={bottom}
      onRefresh={() => query.refetch()}
    >
      <OfflineAge at={query.dataUpdatedAt} />
      {children}
    </Page>
  );
}
