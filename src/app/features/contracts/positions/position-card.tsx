import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { specFor } from '../book/snapshot.ts';
import { useContract } from '../use-contract.ts';
import css from './position-card.module.css';
import {
  baseText,
  gainText,
  leverageText,
  lotsText,
  moneyPlaces,
  nameOf,
  priceText,
  settling,
  sideLabels,
} from '../contract-labels.ts';
import { feesPaid, figuresOf, type PositionFigures } from './position-figures.ts';

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

/** The figures of a position as the mark price runs: renders the cell that reads them, and nothing around it. */
function useFigures(contract: ListedContract, position: ContractPosition): PositionFigures | null {
  const mark = useContract(contract.id, (view) => view.mark);
  return figuresOf(specFor(contract), position, mark);
}

/** A figure under its name. @param children one `dd` or several */
function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      {children}
    </div>
  );
}

interface CellProps {
  readonly contract: ListedContract;
  readonly position: ContractPosition;
}

/** The profit after fees, which leads to what it is made of. */
function ProfitCell({ contract, position, onExplain }: CellProps & { readonly onExplain: () => void }) {
  const { t } = useLingui();
  const figures = useFigures(contract, position);
  const stale = useStale(`contract:${contract.id}`);
  const way = figures === null ? 0 : directionOf(figures.profit);
  const profit = figures === null ? '–' : gainText(figures.profit);
  const returned = figures === null ? '–' : formatPercent(figures.returned);
  return (
    <div className={css['profit']}>
      <p>
        <button type="button" className={css['explain']} aria-haspopup="dialog" onClick={onExplain}>
          <Trans>P&L after fees ({settling})</Trans>
        </button>
        <span className={css['gain']}>
          <OwnAmount>
            <PriceText size="l" coloured flash={false} direction={way} stale={stale} text={profit} />
          </OwnAmount>
        </span>
      </p>
      <p aria-label={t`Return ${returned}`}>
        <span>
          <Trans>Return</Trans>
        </span>
        <PriceText size="l" coloured flash={false} direction={way} stale={stale} text={returned} />
      </p>
    </div>
  );
}

/** The mark price, which decides about profit and liquidation. */
function MarkCell({ contract }: { contract: ListedContract }) {
  const mark = useContract(contract.id, (view) => view.mark);
  return (
    <Figure label={<Trans>Mark</Trans>}>
      <dd>{priceText(contract, mark)}</dd>
    </Figure>
  );
}

/** From here on the risk rate is shown in the warning colour. */
const riskWarnPercent = 50;

/** How near the position is to its liquidation. */
function RiskCell({ contract, position }: CellProps) {
  const { t } = useLingui();
  const figures = useFigures(contract, position);
  const risk = figures === null ? '–' : `${formatNumber(figures.risk, { decimals: 1 })}%`;
  const away =
    figures?.away === undefined || figures.away === null ? null : formatNumber(figures.away, { decimals: 1 });
  const percent = figures === null ? 0 : Math.min(100, Number(figures.risk));
  return (
    <div className={css['risk']}>
      <p>
        <span>
          <Trans>Risk rate {risk}</Trans>
        </span>
        {away !== null && (
          <span>
            {position.side === 'long' ? (
              <Trans>Liquidation after a fall of {away}%</Trans>
            ) : (
              <Trans>Liquidation after a rise of {away}%</Trans>
            )}
          </span>
        )}
      </p>
      <Progress label={t`Risk rate`} share={percent / 100} tone={percent >= riskWarnPercent ? 'warn' : 'accent'} />
    </div>
  );
}
