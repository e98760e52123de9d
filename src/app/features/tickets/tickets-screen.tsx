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
import { useWaiting } from '#app/platform/offline/use-waiting.ts';
import { forgetWaiting, retryWaiting } from '#app/platform/offline/outbox.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { tidyPictures } from './drafts.ts';
import { newFromList } from './new-from-list.ts';
import { orderLabels } from './ticket-labels.ts';
import { ordersQuery, useLiveTickets } from './queries.ts';
import css from './tickets.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { savedOrReported } from './save-failure.ts';
import { Pictures } from './pictures.tsx';
import { useRefusalMessage } from './waiting-labels.ts';

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

interface WaitingTicketSheetProps {
  readonly order: WaitingWrite<'work-order'> | null;
  readonly onClose: () => void;
}

/** A ticket that is not sent yet, with what can be done about it. */
function WaitingTicketSheet({ order, onClose }: WaitingTicketSheetProps) {
  return (
    <Sheet open={order !== null} onClose={onClose} title={<Trans>Not sent yet</Trans>}>
      {order !== null && <WaitingText order={order} onDone={onClose} />}
    </Sheet>
  );
}

function WaitingText({ order, onDone }: { order: WaitingWrite<'work-order'>; onDone: () => void }) {
  const { t } = useLingui();
  const { title, description, images } = order.input;
  const refused = useRefusalMessage(order.refused);
  const remove = async () => {
    const sure = await confirm({
      title: t`Delete this ticket?`,
      text: t`It was not sent. Its text and images are removed from this device.`,
      confirmLabel: t`Delete`,
      kind: 'danger',
    });
    if (!sure) return;
    onDone();
    await savedOrReported(() => forgetWaiting(order.id), t`It was not deleted`);
  };
  const again = async () => {
    onDone();
    await savedOrReported(() => retryWaiting(order.id), t`It was not sent again`);
  };
  return (
    <Stack gap={3} inset>
      {order.refused === null ? (
        <p className={css['quiet']}>
          <Trans>It is saved on this device and sent once, as soon as there is a connection.</Trans>
        </p>
      ) : (
        <Banner inset tone="danger">
          {refused ?? t`It was not accepted.`}
        </Banner>
      )}
      <p className={css['title']} dir="auto">
        {title}
      </p>
      <p className={css['text']} dir="auto">
        {description}
      </p>
      <Pictures pictures={images.map((key) => ({ key }))} />
      {order.refused !== null && (
        <Button kind="primary" onClick={() => void again()}>
          <Trans>Send again</Trans>
        </Button>
      )}
      <Button kind="outline" onClick={() => void remove()}>
        <Trans>Delete</Trans>
      </Button>
    </Stack>
  );
}
