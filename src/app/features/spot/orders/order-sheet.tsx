import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { KeyValue, type KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import css from '#app/features/order-entry/order-entry.module.css';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { CancelOrder, type OrderUnits, unitsOf } from './order-row.tsx';
import { sideLabels, statusLabel, typeLabels } from '../order-labels.ts';

interface OrderSheetProps {
  /** Null while closed. */
  readonly order: Order | null;
  readonly pairs: readonly Pair[];
  readonly onClose: () => void;
}

/** Everything that is known of one order. */
export function OrderSheet({ order, pairs, onClose }: OrderSheetProps) {
  const { i18n } = useLingui();
  const canLeave = useCanLeave();
  const units = order === null ? null : unitsOf(pairs, order.pair);
  const title = order === null || units === null ? '' : `${i18n._(sideLabels[order.side])} ${units.name}`;
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={title}
      footer={
        order?.status === 'open' && units !== null ? (
          <CancelOrder order={order} name={units.name} possible={canLeave} wide />
        ) : null
      }
    >
      {order !== null && units !== null && <Figures order={order} units={units} />}
    </Sheet>
  );
}

function money(value: string | null, unit: string, decimals?: number): string {
  return value === null ? '–' : `${formatNumber(value, { decimals })} ${unit}`;
}

function own(value: string | null, unit: string, decimals?: number): ReactNode {
  return <OwnAmount>{money(value, unit, decimals)}</OwnAmount>;
}

function dayAndTime(moment: number): string {
  return `${formatTime(moment, 'day')}, ${formatTime(moment, 'seconds')}`;
}

function Figures({ order, units }: { order: Order; units: OrderUnits }) {
  const { i18n, t } = useLingui();
  const rows: readonly (KeyValueItem | null)[] = [
    { key: t`Status`, value: i18n._(statusLabel(order)) },
    { key: t`Type`, value: i18n._(typeLabels[order.type]) },
    order.price === null ? null : { key: t`Price`, value: money(order.price, units.quote, units.price) },
    order.amount === null
      ? { key: t`Total to spend`, value: own(order.total, units.quote, 2) }
      : { key: t`Amount`, value: own(order.amount, units.base, units.amount) },
    { key: t`Filled`, value: own(order.filled, units.base, units.amount) },
    { key: t`Average price`, value: money(order.averagePrice, units.quote, units.price) },
    { key: t`Value traded`, value: own(order.filledTotal, units.quote) },
    { key: t`Fee`, value: own(order.fee, order.side === 'buy' ? units.base : units.quote) },
    { key: t`Created`, value: dayAndTime(order.createdAt) },
    { key: t`Updated`, value: dayAndTime(order.updatedAt) },
    { key: t`Order number`, value: order.id },
  ];
  const offset = formatOffset();
  return (
    <>
      <div className={css['card']}>
        <KeyValue roomy items={rows.filter((row) => row !== null)} />
      </div>
      <p className={css['note']}>
        <Trans>Times are in {offset}.</Trans>
      </p>
    </>
  );
}
