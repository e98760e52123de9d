import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { ContractOrder, ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { CancelButton } from '#app/features/order-entry/orders/cancel-button.tsx';
import rowCss from '#app/features/order-entry/orders/order-row.module.css';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import {
  leverageText,
  nameById,
  priceText,
  sideLabels,
  statusLabel,
  typeLabels,
  toastKey,
} from '../contract-labels.ts';
import { cancelMutation } from '../mutations.ts';

interface OpenOrdersProps {
  readonly orders: readonly ContractOrder[];
  readonly contracts: readonly ListedContract[];
  /** Whether cancelling is possible now. */
  readonly canCancel: boolean;
}

/** Own orders that wait in the book. */
export function OpenOrders({ orders, contracts, canCancel }: OpenOrdersProps) {
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={<Trans>No orders</Trans>}
        text={<Trans>Open limit orders appear here.</Trans>}
      />
    );
  }
  return orders.map((order) => <OpenOrderRow key={order.id} {...{ order, contracts, canCancel }} />);
}

interface OpenOrderRowProps {
  readonly order: ContractOrder;
  readonly contracts: readonly ListedContract[];
  /** Cancelling is possible now; null leaves the button out. */
  readonly canCancel: boolean | null;
  readonly onOpen?: (order: ContractOrder) => void;
}

/** One order: what, at what price, its progress, and the button that cancels it. */
export function OpenOrderRow({ order, contracts, canCancel, onOpen }: OpenOrderRowProps) {
  const { i18n, t } = useLingui();
  const contract = contracts.find(({ id }) => id === order.contract) ?? null;
  const name = nameById(contracts, order.contract);
  const side = i18n._(sideLabels[order.side]);
  const type = i18n._(typeLabels[order.type]);
  return (
    <article className={rowCss['row']} aria-label={t`Order: ${side} ${name}`}>
      <div className={rowCss['head']}>
        <Badge tone={order.side === 'long' ? 'up' : 'down'}>{side}</Badge>
        {onOpen === undefined ? (
          <b>{name}</b>
        ) : (
          <button type="button" className={rowCss['open']} aria-haspopup="dialog" onClick={() => onOpen(order)}>
            {name}
          </button>
        )}
        <span className={rowCss['type']}>
          {type} {leverageText(order.leverage)}
        </span>
        <time className={rowCss['time']} dateTime={new Date(order.createdAt).toISOString()}>
          {formatTime(order.createdAt, canCancel === null ? 'dayTime' : 'seconds')}
        </time>
      </div>
      <dl className={rowCss['figures']}>
        <div>
          <dt>
            <Trans>Price</Trans>
          </dt>
          <dd>{order.price === null ? <Trans>Best market price</Trans> : priceText(contract, order.price)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Filled / lots</Trans>
          </dt>
          <dd>
            <OwnAmount>
              {formatNumber(String(order.filledLots))}{' '}
              <span className={rowCss['of']}>/ {formatNumber(String(order.lots))}</span>
            </OwnAmount>
          </dd>
        </div>
        {canCancel !== null && <CancelOrder order={order} name={name} possible={canCancel} />}
      </dl>
      {canCancel === null && <p className={rowCss['status']}>{i18n._(statusLabel(order))}</p>}
      {order.status === 'open' && (
        <Progress
          label={t`Filled`}
          share={order.filledLots / order.lots}
          tone={order.side === 'long' ? 'up' : 'down'}
        />
      )}
    </article>
  );
}

/** What was filled stays in its position. */
function CancelOrder(props: { order: ContractOrder; name: string; possible: boolean }) {
  return <CancelButton {...props} mutation={cancelMutation(useQueryClient())} toastKey={toastKey} />;
}
