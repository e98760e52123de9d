import { Trans, useLingui } from '@lingui/react/macro';
import type { ContractPosition, ListedContract } from '../../../../protocol/contracts/entities.ts';
import { directionOf, formatNumber, formatPercent } from '../../../platform/format/number-format.ts';
import { useStale } from '../../../platform/stream/stream-hooks.ts';
import { PriceText } from '../../../ui/numbers/PriceText.tsx';
import { Progress } from '../../../ui/layout/Progress.tsx';
import { OwnAmount } from '../../order-entry/own-amount.tsx';
import css from './position-card.module.css';
import { gainText, priceText, settling } from '../contract-labels.ts';
import { useContract } from '../use-contract.ts';
import type { ReactNode } from 'react';
import { specFor } from '../book/snapshot.ts';
import { figuresOf, type PositionFigures } from './position-figures.ts';

/** The figures of a position as the mark price runs: renders the cell that reads them, and nothing around it. */
function useFigures(contract: ListedContract, position: ContractPosition): PositionFigures | null {
  const mark = useContract(contract.id, (view) => view.mark);
  return figuresOf(specFor(contract), position, mark);
}

/** A figure under its name. @param children one `dd` or several */
export function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
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
export function ProfitCell({ contract, position, onExplain }: CellProps & { readonly onExplain: () => void }) {
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
export function MarkCell({ contract }: { contract: ListedContract }) {
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
export function RiskCell({ contract, position }: CellProps) {
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
