import { Trans, useLingui } from '@lingui/react/macro';
import type { ContractClosing, ContractOrder, ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { directionOf } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import rowCss from '#app/features/order-entry/orders/order-row.module.css';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import {
  closingLabels,
  gainText,
  leverageText,
  lotsText,
  nameById,
  priceText,
  settling,
  sideLabels,
} from '../contract-labels.ts';
import { resultOfClosing, resultOfPosition } from './recorded-result.ts';
import { OpenOrderRow } from '../positions/open-orders.tsx';

/** One record of the history. */
export type ContractRecord =
  | { readonly kind: 'closing'; readonly record: ContractClosing }
  | { readonly kind: 'position'; readonly record: ContractPosition }
  | { readonly kind: 'order'; readonly record: ContractOrder };

interface RecordRowProps {
  readonly record: ContractRecord;
  readonly contracts: readonly ListedContract[];
  readonly onOpen: () => void;
}

/** One closing, past position or past order. */
export function RecordRow({ record, contracts, onOpen }: RecordRowProps) {
  if (record.kind === 'order') {
    return <OpenOrderRow order={record.record} contracts={contracts} canCancel={null} onOpen={onOpen} />;
  }
  return <ResultRow record={record} contracts={contracts} onOpen={onOpen} />;
}

function ResultRow({
  record: one,
  contracts,
  onOpen,
}: RecordRowProps & { record: Exclude<ContractRecord, { kind: 'order' }> }) {
  const { t, i18n } = useLingui();
  const { record } = one;
  const contract = contracts.find(({ id }) => id === record.contract) ?? null;
  const name = nameById(contracts, record.contract);
  const side = i18n._(sideLabels[record.side]);
  const parts = one.kind === 'closing' ? resultOfClosing(one.record) : resultOfPosition(one.record);
  const profit = moneyOf(netResult(parts));
  const at = one.kind === 'closing' ? one.record.at : one.record.updatedAt;
  const label = one.kind === 'closing' ? t`Closing: ${side} ${name}` : t`Position: ${side} ${name}`;
  return (
    <article className={rowCss['row']} aria-label={label}>
      <div className={rowCss['head']}>
        <Badge tone={record.side === 'long' ? 'up' : 'down'}>{side}</Badge>
        <button type="button" className={rowCss['open']} aria-haspopup="dialog" onClick={onOpen}>
          {name}
        </button>
        <span className={rowCss['type']}>
          {one.kind === 'closing' ? i18n._(closingLabels[one.record.reason]) : leverageText(one.record.leverage)}
        </span>
        <time className={rowCss['time']} dateTime={new Date(at).toISOString()}>
          {formatTime(at, 'dayTime')}
        </time>
      </div>
      <dl className={rowCss['figures']} data-top>
        <div>
          <dt>{one.kind === 'closing' ? <Trans>Entry / closing</Trans> : <Trans>Entry</Trans>}</dt>
          <dd>{priceText(contract, record.openPrice)}</dd>
          {one.kind === 'closing' && <dd>{priceText(contract, one.record.closePrice)}</dd>}
        </div>
        <div>
          <dt>
            <Trans>P&L after fees ({settling})</Trans>
          </dt>
          <dd>
            <OwnAmount>
              <ChangeText direction={directionOf(profit)}>{gainText(profit)}</ChangeText>
            </OwnAmount>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Size</Trans>
          </dt>
          <dd>
            <OwnAmount>{lotsText(one.kind === 'closing' ? one.record.lots : one.record.openedLots)}</OwnAmount>
          </dd>
        </div>
      </dl>
    </article>
  );
}
