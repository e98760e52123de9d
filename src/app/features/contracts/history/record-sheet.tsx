import { Trans, useLingui } from '@lingui/react/macro';
import type { ContractClosing, ContractOrder, ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { KeyValue, type KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import formCss from '#app/features/order-entry/order-entry.module.css';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import {
  closingLabels,
  leverageText,
  lotsText,
  nameById,
  priceText,
  sideLabels,
  statusLabel,
  typeLabels,
} from '../contract-labels.ts';
import { resultOfClosing, resultOfPosition } from './recorded-result.ts';
import type { ContractRecord } from './record-row.tsx';
import { resultRows } from './result-rows.tsx';

interface RecordSheetProps {
  /** Null while closed. */
  readonly record: ContractRecord | null;
  readonly contracts: readonly ListedContract[];
  readonly onClose: () => void;
}

/** Everything that is known of a closing, a past position or a past order, with all its fees. */
export function RecordSheet({ record, contracts, onClose }: RecordSheetProps) {
  const { i18n } = useLingui();
  const title =
    record === null ? '' : `${i18n._(sideLabels[record.record.side])} ${nameById(contracts, record.record.contract)}`;
  const offset = formatOffset();
  const contract = contracts.find(({ id }) => id === record?.record.contract) ?? null;
  return (
    <Sheet open={record !== null} onClose={onClose} title={title}>
      <div className={formCss['card']}>
        {record?.kind === 'closing' && <ClosingFacts closing={record.record} contract={contract} />}
        {record?.kind === 'position' && <PositionFacts position={record.record} contract={contract} />}
        {record?.kind === 'order' && <OrderFacts order={record.record} contract={contract} />}
      </div>
      <p className={formCss['note']}>
        <Trans>Times are in {offset}.</Trans>
      </p>
    </Sheet>
  );
}

interface FactsProps {
  readonly contract: ListedContract | null;
}

const dayAndTime = (moment: number) => `${formatTime(moment, 'day')}, ${formatTime(moment, 'seconds')}`;
const size = (lots: number) => <OwnAmount>{lotsText(lots)}</OwnAmount>;

function ClosingFacts({ closing, contract }: FactsProps & { closing: ContractClosing }) {
  const { t, i18n } = useLingui();
  const rows: readonly KeyValueItem[] = [
    { key: t`Closing type`, value: i18n._(closingLabels[closing.reason]) },
    { key: t`Size`, value: size(closing.lots) },
    { key: t`Entry`, value: priceText(contract, closing.openPrice) },
    { key: t`Closing price`, value: priceText(contract, closing.closePrice) },
    ...resultRows(resultOfClosing(closing)),
    { key: t`Closed`, value: dayAndTime(closing.at) },
    { key: t`Position number`, value: closing.position },
    { key: t`Closing number`, value: closing.id },
  ];
  return <KeyValue roomy items={rows} />;
}

function PositionFacts({ position, contract }: FactsProps & { position: ContractPosition }) {
  const { t } = useLingui();
  const rows: readonly KeyValueItem[] = [
    { key: t`Leverage`, value: leverageText(position.leverage) },
    { key: t`Size`, value: size(position.openedLots) },
    { key: t`Entry`, value: priceText(contract, position.openPrice) },
    { key: t`Take-profit`, value: priceText(contract, position.takeProfit) },
    { key: t`Stop-loss`, value: priceText(contract, position.stopLoss) },
    ...resultRows(resultOfPosition(position)),
    { key: t`Opened`, value: dayAndTime(position.openedAt) },
    { key: t`Closed`, value: dayAndTime(position.updatedAt) },
    { key: t`Position number`, value: position.id },
  ];
  return <KeyValue roomy items={rows} />;
}

function OrderFacts({ order, contract }: FactsProps & { order: ContractOrder }) {
  const { t, i18n } = useLingui();
  const rows: readonly KeyValueItem[] = [
    { key: t`Status`, value: i18n._(statusLabel(order)) },
    { key: t`Type`, value: i18n._(typeLabels[order.type]) },
    { key: t`Leverage`, value: leverageText(order.leverage) },
    { key: t`Price`, value: priceText(contract, order.price) },
    { key: t`Size`, value: size(order.lots) },
    { key: t`Filled`, value: size(order.filledLots) },
    { key: t`Take-profit`, value: priceText(contract, order.takeProfit) },
    { key: t`Stop-loss`, value: priceText(contract, order.stopLoss) },
    { key: t`Created`, value: dayAndTime(order.createdAt) },
    { key: t`Updated`, value: dayAndTime(order.updatedAt) },
    { key: t`Order number`, value: order.id },
  ];
  return <KeyValue roomy items={rows} />;
}
