import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Ticket } from '#protocol/tickets/entities.ts';
import type { WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { tidyPictures } from './drafts.ts';
import { newFromList } from './new-from-list.ts';
import { orderLabels } from './ticket-labels.ts';
import { ordersQuery, useLiveTickets } from './queries.ts';
import css from './tickets.module.css';
import { WaitingTicketSheet } from './waiting-ticket-sheet.tsx';
import { useWaiting } from '#app/platform/offline/use-waiting.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';

type WaitingTicket = WaitingWrite<'work-order'>;

/** Own tickets: those that wait on this device first, then the one that moved last. */
export function TicketsScreen() {
  const { t } = useLingui();
  const orders = useInfiniteQuery({ ...ordersQuery, refetchOnMount: 'always' });
  const [open, setOpen] = useState<WaitingTicket | null>(null);
  const sent = orders.data?.pages.flatMap(({ list }) => list);
  const waiting = useWaiting('work-order').filter(({ id }) => sent?.some(({ clientId }) => clientId === id) !== true);
  useLiveTickets();
  useEffect(() => {
    newFromList.set(false);
    void tidyPictures().catch(() => undefined);
  }, []);
  return (
    <Page
      title={t`Tickets`}
      onRefresh={() => orders.refetch()}
      updating={orders.isFetching && sent !== undefined}
      bottom={
        <Button kind="primary" href="#/pages/workOrder/index?new=1" onClick={() => newFromList.set(true)}>
          <Trans>New ticket</Trans>
        </Button>
      }
    >
      {sent !== undefined && <OfflineAge at={orders.dataUpdatedAt} />}
      <TicketList waiting={waiting} sent={sent ?? []} onOpen={setOpen} />
      {sent === undefined && <NotLoaded query={orders} title={<Trans>Tickets did not load</Trans>} rows={5} />}
      {sent?.length === 0 && waiting.length === 0 && (
        <EmptyState
          icon={MessagesSquare}
          title={<Trans>No tickets</Trans>}
          text={<Trans>Ask customer service about your account, a deposit or an order. Replies appear here.</Trans>}
        />
      )}
      {orders.hasNextPage && (
        <div className={css['more']}>
          <Button kind="text" busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <WaitingTicketSheet order={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

interface TicketListProps {
  waiting: readonly WaitingTicket[];
  sent: readonly Ticket[];
  onOpen: (order: WaitingTicket) => void;
}

function TicketList({ waiting, sent, onOpen }: TicketListProps) {
  const { t } = useLingui();
  if (waiting.length + sent.length === 0) return null;
  return (
    <ul aria-label={t`Tickets`}>
      {waiting.map((order) => (
        <li key={order.id}>
          <WaitingRow order={order} onOpen={onOpen} />
        </li>
      ))}
      {sent.map((order) => (
        <li key={order.id}>
          <TicketRow order={order} />
        </li>
      ))}
    </ul>
  );
}

function RowTitle({ children }: { children: string }) {
  return (
    <span className={css['rowTitle']} dir="auto">
      {children}
    </span>
  );
}

function TicketRow({ order }: { order: Ticket }) {
  const { t, i18n } = useLingui();
  const { id, title, state, unread, updatedAt } = order;
  const label = orderLabels[state];
  return (
    <ListRow
      leading={<IconTile icon={MessagesSquare} tone={unread ? 'accent' : 'plain'} />}
      title={<RowTitle>{title}</RowTitle>}
      sub={t`No. ${id} · ${formatTime(updatedAt, 'dayTime')}`}
      trailing={
        <span className={css['state']}>
          <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
          {unread && (
            <span className={css['dot']}>
              <VisuallyHidden>{t`Unread reply`}</VisuallyHidden>
            </span>
          )}
        </span>
      }
      href={`#/pages/workOrder/details?id=${id}`}
    />
  );
}

function WaitingRow({ order, onOpen }: { order: WaitingTicket; onOpen: (order: WaitingTicket) => void }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const isRefused = order.refused !== null;
  return (
    <ListRow
      leading={<IconTile icon={MessagesSquare} />}
      title={<RowTitle>{order.input.title}</RowTitle>}
      sub={formatTime(order.at, 'dayTime')}
      trailing={
        <Badge tone={isRefused ? 'danger' : 'warn'}>
          {isRefused ? t`Not sent` : reachable ? t`Sending…` : t`Waiting for a connection`}
        </Badge>
      }
      aria-haspopup="dialog"
      onClick={() => onOpen(order)}
    />
  );
}
