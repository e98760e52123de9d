import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { session } from '#app/platform/session/session.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chip } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import { cancelAllMutation } from '../mutations.ts';
import { OrderRow, unitsOf } from './order-row.tsx';
import { keepOpenOrders, ordersQuery } from '../queries.ts';
import css from '../spot-screen.module.css';

const none: readonly Order[] = [];

/** Own open orders as they run, newest first; before the stream speaks, the last ones that were answered. */
export function useOpenOrders(): { orders: readonly Order[]; known: boolean; asOf: number | null } {
  const account = useAccount();
  const signedIn = useObservable(session) !== null;
  const answered = useInfiniteQuery({ ...ordersQuery({ state: 'current' }), enabled: signedIn && account === null });
  const client = useQueryClient();
  const running = account?.orders ?? null;
  // Nothing is asked for while the stream speaks, and a start without a network must know what it said.
  useEffect(() => {
    if (running !== null) keepOpenOrders(client, running);
  }, [client, running]);
  if (account !== null) return { orders: account.orders, known: true, asOf: null };
  const orders = answered.data?.pages.flatMap((page) => page.list);
  return { orders: orders ?? none, known: orders !== undefined, asOf: answered.dataUpdatedAt || null };
}

/** The open orders below the form. */
export function OpenOrders({ pair, pairs }: { pair: Pair; pairs: readonly Pair[] }) {
  const { orders, known, asOf } = useOpenOrders();
  const [onlyHere, setOnlyHere] = useState(false);
  const canLeave = useCanLeave();
  if (!known) return <SkeletonRow count={2} height={64} />;
  const shown = onlyHere ? orders.filter((order) => order.pair === pair.id) : orders;
  const at = asOf === null ? null : formatTime(asOf, 'time');
  return (
    <>
      {!canLeave && orders.length > 0 && (
        <div className={css['gap']}>
          <Banner tone="warn" inset>
            <Trans>Your orders stay in the market. Cancelling needs a connection.</Trans>
            {at !== null && <Trans> As of {at}.</Trans>}
          </Banner>
        </div>
      )}
      {orders.length > 0 && (
        <div className={css['tools']}>
          <Chip pressed={onlyHere} onClick={() => setOnlyHere(!onlyHere)}>
            <Trans>This pair only</Trans>
          </Chip>
          {shown.length > 1 && <CancelAll orders={shown} possible={canLeave} />}
        </div>
      )}
      {shown.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={<Trans>No open orders</Trans>}
          text={<Trans>Open orders appear here.</Trans>}
        />
      )}
      {shown.map((order) => (
        <OrderRow key={order.id} order={order} units={unitsOf(pairs, order.pair)} time="seconds" canCancel={canLeave} />
      ))}
    </>
  );
}

/** Asks first: many orders at once are hard to place again. */
function CancelAll({ orders, possible }: { orders: readonly Order[]; possible: boolean }) {
  const { t } = useLingui();
  const cancel = useMutation(cancelAllMutation(useQueryClient()));
  const ask = async () => {
    const { length } = orders;
    const agreed = await confirm({
      title: t`${plural(length, { one: 'Cancel # order?', other: 'Cancel # orders?' })}`,
      text: t`Filled amounts stay yours. Frozen amounts become available again.`,
      confirmLabel: t`Cancel all`,
      cancelLabel: t`Keep orders`,
      kind: 'danger',
    });
    if (!agreed) return;
    const { cancelled, failed } = await cancel.mutateAsync(orders);
    if (failed === 0)
      toast.show({
        type: 'success',
        title: t`${plural(cancelled, { one: '# order cancelled', other: '# orders cancelled' })}`,
      });
    else
      toast.show({
        type: 'warn',
        title: t`${plural(cancelled, { one: '# order cancelled', other: '# orders cancelled' })}, ${failed} not`,
        detail: t`The others may be filled already. The list shows what is still open.`,
      });
  };
  return (
    <Button kind="text" size="s" busy={cancel.isPending} disabled={!possible} onClick={() => void ask()}>
      <Trans>Cancel all</Trans>
    </Button>
  );
}
