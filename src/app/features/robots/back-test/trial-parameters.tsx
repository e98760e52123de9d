import { Trans, useLingui } from '@lingui/react/macro';
import type { Pair } from '../../../../protocol/entities/market.ts';
import { fromUnits } from '../../../../protocol/maths/decimal.ts';
import type { BackTest } from '../../../../protocol/maths/robots/back-test/back-test.ts';
import { gridLines, leastPairProfitPpm } from '../../../../protocol/maths/robots/grid-lines.ts';
import type { StrategyName } from '../../../../protocol/maths/robots/strategy.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { useBalance } from '../../../platform/stream/stream-hooks.ts';
import { NumberField } from '../../../ui/controls/NumberField.tsx';
import { Section, Stack, TextLink } from '../../../ui/layout/Section.tsx';
import { useAmountText } from '../../assets/amount-text.ts';
import { useCoinFacts } from '../../assets/holdings.ts';
import { ParameterForm } from '../parameters/parameter-form.tsx';
import css from './back-test.module.css';
import { marketOf } from './market-of.ts';
import { useProblemText } from './problem-text.ts';
import { daysOf } from './result-text.ts';
import type { TrialForm } from './use-trial-form.ts';

export interface ParametersProps {
  readonly strategy: StrategyName;
  readonly pair: Pair;
  readonly form: TrialForm;
  /** Names the days that tuned values come from. */
  readonly tested: BackTest | null;
  /** Null while there is nothing to tune on. */
  readonly onTune: (() => void) | null;
}

/** What the robot is given, and how it trades with it. */
export function Parameters({ strategy, pair, form, tested, onTune }: ParametersProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const problemOf = useProblemText();
  const { decimals } = useCoinFacts()(pair.quote);
  const free = useBalance('spot', pair.quote)?.available;
  const days = tested === null ? null : daysOf(tested).tuned;
  return (
    <Section
      title={<Trans>Parameters</Trans>}
      action={onTune !== null ? <TextLink onClick={onTune}>{t`Use tuned values`}</TextLink> : undefined}
    >
      <Stack gap={3}>
        {days !== null && <p className={css['note']}>{t`Tuned values come from days 1 to ${days} of this test.`}</p>}
        <ParameterForm
          strategy={strategy}
          texts={form.texts}
          onChange={form.setTexts}
          quote={pair.quote}
          priceDecimals={pair.priceDecimals}
        />
        <PairProfit pair={pair} form={form} />
        <NumberField
          label={t`Put in (${pair.quote})`}
          value={form.amount}
          onChange={form.setAmount}
          places={decimals}
          {...(free === undefined ? {} : { hint: t`${amountOf(free, pair.quote)} free in spot` })}
        />
        <p className={css['problem']} aria-live="polite">
          {form.problem !== null && problemOf(strategy, form.problem)}
        </p>
      </Stack>
    </Section>
  );
}

/** What a grid makes with each pair of fills. */
function PairProfit({ pair, form: { parameters, problem } }: Pick<ParametersProps, 'pair' | 'form'>) {
  const { t } = useLingui();
  if (parameters?.strategy !== 'grid' || problem !== null) return null;
  const market = marketOf(pair);
  const profit = leastPairProfitPpm(market, gridLines(parameters, market));
  const percent = formatNumber(fromUnits(BigInt(profit), 4), { decimals: 2 });
  return <p className={css['note']}>{t`${percent}% a pair after fees, or more`}</p>;
}
