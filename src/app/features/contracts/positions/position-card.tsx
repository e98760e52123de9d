import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { ContractPosition, ListedContract } from '../../../../protocol/contracts/entities.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Badge } from '../../../ui/lists/Badge.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { OwnAmount } from '../../order-entry/own-amount.tsx';
import css from './position-card.module.css';
import {
  baseText,
  leverageText,
  lotsText,
  moneyPlaces,
  nameOf,
  priceText,
  settling,
  sideLabels,
} from '../contract-labels.ts';
import { feesPaid } from './position-figures.ts';
import { Figure, ProfitCell, MarkCell, RiskCell } from './figure-cells.tsx';

interface PositionCardProps {
  readonly contract: ListedContract;
  readonly position: ContractPosition;
  readonly onClose: (position: ContractPosition) => void;
  readonly onProtect: (position: ContractPosition) => void;
  /** Asks what the profit is made of. */
  readonly onExplain: (position: ContractPosition) => void;
}

/** An open position; its live figures are cells of their own. */
export const PositionCard = memo(function PositionCard(props: PositionCardProps) {
  const { contract, position, onClose, onProtect, onExplain } = props;
  const { t, i18n } = useLingui();
  const name = nameOf(contract);
  const side = i18n._(sideLabels[position.side]);
  return (
    <article className={css['position']} aria-label={t`${side} ${name}`}>
      <div className={css['head']}>
        <Badge tone={position.side === 'long' ? 'up' : 'down'}>{side}</Badge>
        <b>{name}</b>
        <Badge>
          <Trans>Isolated {leverageText(position.leverage)}</Trans>
        </Badge>
      </div>
      <ProfitCell contract={contract} position={position} onExplain={() => onExplain(position)} />
      <dl className={css['figures']}>
        <Figure label={<Trans>Size</Trans>}>
          <dd>
            <OwnAmount>{baseText(contract, position.lots)}</OwnAmount>
          </dd>
          <dd className={css['quiet']}>
            <OwnAmount>{lotsText(position.lots)}</OwnAmount>
          </dd>
        </Figure>
        <Figure label={<Trans>Margin ({settling})</Trans>}>
          <dd>
            <OwnAmount>{formatNumber(position.margin, { decimals: 2 })}</OwnAmount>
          </dd>
        </Figure>
        <Figure label={<Trans>Entry</Trans>}>
          <dd>{priceText(contract, position.openPrice)}</dd>
        </Figure>
        <MarkCell contract={contract} />
        <Figure label={<Trans>Liquidation</Trans>}>
          <dd className={css['warn']}>
            {position.liquidationPrice === null ? <Trans>None</Trans> : priceText(contract, position.liquidationPrice)}
          </dd>
        </Figure>
        <Figure label={<Trans>TP / SL</Trans>}>
          <dd>{priceText(contract, position.takeProfit)}</dd>
          <dd>{priceText(contract, position.stopLoss)}</dd>
        </Figure>
        <Figure label={<Trans>Fees paid ({settling})</Trans>}>
          <dd>
            <OwnAmount>{formatNumber(feesPaid(position), { decimals: moneyPlaces })}</OwnAmount>
          </dd>
        </Figure>
        <Figure label={<Trans>Opened</Trans>}>
          <dd>
            <time dateTime={new Date(position.openedAt).toISOString()}>{formatTime(position.openedAt, 'dayTime')}</time>
          </dd>
        </Figure>
      </dl>
      <RiskCell contract={contract} position={position} />
      <div className={css['acts']}>
        <Button
          size="s"
          wide
          label={t`Take-profit and stop-loss for ${side} ${name}`}
          onClick={() => onProtect(position)}
        >
          <Trans>TP / SL</Trans>
        </Button>
        <Button size="s" wide label={t`Close ${side} ${name}`} onClick={() => onClose(position)}>
          <Trans context="a position">Close</Trans>
        </Button>
      </div>
    </article>
  );
});
