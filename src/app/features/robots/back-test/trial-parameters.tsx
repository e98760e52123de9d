import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { compareDecimals, fromUnits } from '#protocol/core/decimal.ts';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import { leastCellProfitPpm } from '#protocol/robots/maths/contract-grid/cells.ts';
import { gridLines, leastPairProfitPpm } from '#protocol/robots/maths/grid-lines.ts';
import type { RobotMarket, StrategyName } from '#protocol/robots/maths/strategy.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Section, Stack, TextLink } from '#app/ui/layout/Section.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { ParameterSliders } from '../parameters/parameter-sliders.tsx';
import { SliderRow } from '../parameters/slider-row.tsx';
import { amountBounds, useSliderScale } from '../parameters/slider-scale.ts';
import { TrackSlider } from '../parameters/track-slider.tsx';
import css from './back-test.module.css';
import { useProblemText } from './problem-text.ts';
import { daysOf } from './result-text.ts';
import type { TrialForm } from './use-trial-form.ts';

/** Where the slider of the amount ends while nothing is free, as for a visitor. */
const usualMost = '10000';

interface ParametersProps {
  readonly strategy: StrategyName;
  readonly pair: Pair;
  readonly market: RobotMarket;
  readonly form: TrialForm;
  /** Names the days that tuned values come from. */
  readonly tested: BackTest | null;
  /** Null while there is nothing to tune on. */
  readonly onTune: (() => void) | null;
}

/** What the robot is given, and how it trades with it. */
export function Parameters({ strategy, pair, market, form, tested, onTune }: ParametersProps) {
  const { t } = useLingui();
  const problemOf = useProblemText();
  const linesNote = usePairProfit(market, form);
  const days = tested === null ? null : daysOf(tested).tuned;
  return (
    <Section
      title={<Trans>Parameters</Trans>}
      action={onTune !== null ? <TextLink onClick={onTune}>{t`Use tuned values`}</TextLink> : undefined}
    >
      <Stack gap={3}>
        {days !== null && <p className={css['note']}>{t`Tuned values come from days 1 to ${days} of this test.`}</p>}
        <ParameterSliders
          strategy={strategy}
          texts={form.texts}
          onWrite={form.write}
          quote={pair.quote}
          priceDecimals={pair.priceDecimals}
          pair={pair.id}
          around={form.first}
          ticks={form.ticks}
          tick={pair.tickSize}
          linesNote={linesNote}
        />
        <Amount pair={pair} amount={form.amount} onChange={form.setAmount} />
        <p className={css['problem']} aria-live="polite">
          {form.problem !== null && problemOf(strategy, form.problem)}
        </p>
      </Stack>
    </Section>
  );
}

interface AmountProps extends Pick<ParametersProps, 'pair'> {
  readonly amount: string;
  readonly onChange: (amount: string) => void;
}

/** What is put in, up to what is free. */
const Amount = memo(function Amount({ pair, amount, onChange: setAmount }: AmountProps) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(pair.quote);
  const free = useBalance('spot', pair.quote)?.available;
  const isFree = free !== undefined && compareDecimals(free, '1') >= 0;
  const scale = useSliderScale(amountBounds(isFree ? free : usualMost), amount === '' ? [] : [amount]);
  const name = t`Put in (${pair.quote})`;
  const shown = amount === '' ? '' : formatNumber(amount);
  const onChange = (at: number) => setAmount(scale.value(at));
  return (
    <SliderRow
      name={name}
      note={free === undefined ? undefined : t`of ${formatNumber(free, { decimals })} free in spot`}
      shown={shown}
      isWrong={amount === ''}
      slider={
        <TrackSlider
          min={scale.min}
          max={scale.max}
          thumbs={[{ label: name, value: scale.at(amount), text: `${shown} ${pair.quote}`, onChange }]}
        />
      }
      fields={<NumberField label={name} value={amount} onChange={setAmount} places={decimals} />}
    />
  );
});

/** What a grid makes with each pair of fills. */
function usePairProfit(market: RobotMarket, { parameters, problem }: TrialForm): string | undefined {
  const { t } = useLingui();
  if (problem !== null || (parameters?.strategy !== 'grid' && parameters?.strategy !== 'contract-grid'))
    return undefined;
  const lines = gridLines(parameters, market);
  const { contract } = market;
  const profit = contract === undefined ? leastPairProfitPpm(market, lines) : leastCellProfitPpm(contract, lines);
  const percent = formatNumber(fromUnits(BigInt(profit), 4), { decimals: 2 });
  return t`${percent}% a pair after fees, or more`;
}
