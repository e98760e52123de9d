import { useLingui } from '@lingui/react/macro';
import { Maximize } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import type { IndicatorChoice } from '#app/chart/kline/kline-indicators.ts';
import type { KlineChart } from '#app/chart/kline/kline-options.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { useChartChoice } from '#app/features/chart/chart-choice.ts';
import { IntervalRow } from '#app/features/chart/intervals/intervals.tsx';
import { KlineView } from '#app/features/chart/kline-view.tsx';
import css from './contract-chart.module.css';
import { baseText, chartedContract, leverageText, priceText, sideLabels } from '../contract-labels.ts';
import { PositionLinesView } from './position-lines-view.tsx';

/** The chart is low: candles alone. */
const bare: IndicatorChoice = { overlays: [], volume: false, panes: [] };

/** Own open positions of a contract, newest first; none before the first snapshot. */
function usePositions({ id }: ListedContract): readonly ContractPosition[] {
  const positions = useAccount()?.positions;
  return useMemo(() => positions?.filter(({ contract }) => contract === id) ?? [], [positions, id]);
}

/** The K-line of a contract's own trades with the lines of one of its positions. */
export const ContractChart = memo(function ContractChart({ contract }: { contract: ListedContract }) {
  const { t } = useLingui();
  const choice = useChartChoice(contract.wallet === 'gold');
  const [chosen, choose] = useState('');
  const drawn = useMemo(() => ({ ...choice, indicators: bare }), [choice]);
  const pair = useMemo(() => chartedContract(contract), [contract]);
  const renderOver = useCallback(
    (chart: KlineChart) => <ChosenLines chart={chart} contract={contract} chosen={chosen} />,
    [contract, chosen],
  );
  return (
    <section className={css['panel']} aria-label={t`Chart`}>
      <div className={css['head']}>
        <IntervalRow choice={choice} />
        <IconButton
          icon={Maximize}
          label={t`Larger chart`}
          tone="quiet"
          href={`#/pages/market/kline?pair=${contract.id}`}
        />
      </div>
      <PositionChoice contract={contract} chosen={chosen} onChoose={choose} />
      <KlineView pair={pair} choice={drawn} size="low" renderOver={renderOver} />
    </section>
  );
});

/** Which of several positions has its lines on the chart. */
function PositionChoice(props: { contract: ListedContract; chosen: string; onChoose: (id: string) => void }) {
  const { contract, chosen, onChoose } = props;
  const { t, i18n } = useLingui();
  const positions = usePositions(contract);
  const hidden = useObservable(amountsHidden);
  const [first] = positions;
  if (first === undefined || positions.length === 1) return null;
  return (
    <Chips
      label={t`Position on the chart`}
      items={positions.map(({ id, side, lots, leverage, openPrice }) => ({
        id,
        // Positions of one side are named by leverage and entry where their size is hidden.
        label: `${i18n._(sideLabels[side])} ${hidden ? `${leverageText(leverage)} · ${priceText(contract, openPrice)}` : baseText(contract, lots)}`,
      }))}
      value={positions.some(({ id }) => id === chosen) ? chosen : first.id}
      onChange={onChoose}
    />
  );
}

/** The lines of the chosen position, or of the newest. */
function ChosenLines({ chart, contract, chosen }: { chart: KlineChart; contract: ListedContract; chosen: string }) {
  const positions = usePositions(contract);
  const position = positions.find(({ id }) => id === chosen) ?? positions[0];
  return position === undefined ? null : (
    <PositionLinesView key={position.id} chart={chart} contract={contract} position={position} />
  );
}
