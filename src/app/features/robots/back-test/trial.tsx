import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { Ms } from '#protocol/core/brand.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { RobotProduct } from '#protocol/robots/entities/robots.ts';
import { robotNameMax, basketShareMax } from '#protocol/core/limits.ts';
import { toExactUnits, compareDecimals } from '#protocol/core/decimal.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import type { RobotMarket, StrategyName, ParameterProblem } from '#protocol/robots/maths/strategy.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';
import { textsOf } from '../parameters/fields.ts';
import { productsQuery } from '../queries.ts';
import { strategyLabels } from '../robot-labels.ts';
import { testScale } from './market-of.ts';
import type { Test } from './minutes/desk.ts';
import { minutesQuery, type Period, periodStart } from './minutes/queries.ts';
import { useBackTest, useTester } from './minutes/use-back-test.ts';
import css from './back-test.module.css';
import { Parameters } from './trial-parameters.tsx';
import { Picture } from './trial-picture.tsx';
import { type TrialForm, useTrialForm } from './use-trial-form.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFeature, usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { useProblemText } from './problem-text.ts';

const ShareSheet = laterSheet(() => import('../details/share-sheet.tsx'), 'ShareSheet');
const StartSheet = laterSheet(() => import('./start-sheet.tsx'), 'StartSheet');

interface TrialProps {
  readonly strategy: StrategyName;
  readonly pair: Pair;
  readonly market: RobotMarket;
  readonly shared: RobotParameters | null;
  readonly onStarted: (id: string) => void;
}

/** The form of a trial: what stands in it is tested as it stands. */
export function Trial({ strategy, pair, market, shared, onStarted }: TrialProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useState<Period>('30');
  const [layer, setLayer] = useState<'start' | 'share' | null>(null);
  const close = () => setLayer(null);
  const form = useTrialForm(strategy, pair, market, shared);
  const { parameters, amount } = form;
  const tester = useTester();
  const { from, refetch, ...gathered } = useMinutes([pair, ...form.others.map((one) => one.pair)], period, tester);
  const begun = useMemo(() => periodStart(period, serverNow()), [period]);
  const test = useTest(form, { pair, market }, from ?? begun);
  const { result, isEmpty, tune } = useBackTest(tester, test, (tuned) => {
    if (tuned === null) toast.show({ type: 'info', title: t`Nothing tuned could start at the price now` });
    else form.setTexts(textsOf(tuned));
  });
  const product = useProduct(strategy, pair);
  const start = { pair, parameters, amount };
  const obstacle = useStartObstacle({ ...start, ...form, strategy, product });
  const { ticks } = form;
  const name = i18n._(strategyLabels[strategy]);
  return (
    <Page
      title={`${name} · ${pair.base}/${pair.quote}`}
      bottom={<StartFooter {...start} obstacle={obstacle} onStart={() => setLayer('start')} />}
      actions={
        parameters !== null && (
          <IconButton
            icon={Share2}
            label={t`Share parameters`}
            aria-haspopup="dialog"
            onClick={() => setLayer('share')}
          />
        )
      }
      onRefresh={refetch}
    >
      <Picture
        {...{ period, result, pair, strategy, isEmpty, ...gathered }}
        isBasket={form.others.length > 0}
        onPeriod={setPeriod}
      />
      <Parameters
        {...{ strategy, pair, market, form }}
        tested={result}
        onTune={result === null || ticks === null ? null : () => tune(ticks)}
      />
      <div className={css['riskWithin']}>
        <StartRisk pair={pair} parameters={parameters} />
      </div>
      <Suspense>
        {parameters !== null && (
          <>
            <StartSheet
              {...{ pair, product, parameters, amount, onStarted }}
              open={layer === 'start'}
              usualName={`${pair.base} ${name}`.slice(0, robotNameMax)}
              onClose={close}
            />
            <ShareSheet
              open={layer === 'share'}
              robot={{ pair: pair.id, base: pair.base, quote: pair.quote, strategy, parameters }}
              onClose={close}
            />
          </>
        )}
      </Suspense>
    </Page>
  );
}

/** What is offered of a strategy on a pair; null until it is known. */
function useProduct(strategy: StrategyName, pair: Pair): RobotProduct | null {
  const products = useQuery(productsQuery).data?.list;
  return products?.find((one) => one.strategy === strategy && one.pair === pair.id) ?? null;
}

/** The minutes of the pairs over the period, with what a picture of them needs, which is the same until it changes. */
function useMinutes(pairs: readonly Pair[], period: Period, tester: ReturnType<typeof useTester>) {
  const { data, isError, error, isFetching, refetch } = useQuery(minutesQuery(pairs, period, tester));
  const failed = useMemo(
    () => (isError ? { error, isFetching, refetch } : null),
    [isError, error, isFetching, refetch],
  );
  return { from: data?.from, at: data?.at ?? null, isFetching, failed, refetch };
}

/** What is tested: null while something of it is missing. */
function useTest(
  { parameters, amount, others }: Pick<TrialForm, 'parameters' | 'amount' | 'others'>,
  { pair, market }: { readonly pair: Pair; readonly market: RobotMarket },
  from: Ms,
) {
  // The parameters are read again with every drawing: their text says whether they are others.
  const text = parameters === null ? null : JSON.stringify(parameters);
  return useMemo((): Test | null => {
    const units = toExactUnits(amount, testScale);
    if (text === null || units === null || units <= 0n) return null;
    const given = JSON.parse(text) as RobotParameters;
    // A coin that is not listed any more: the shares of the others would be those of another basket.
    if (furtherCoins(given).length !== others.length) return null;
    const terms = { pair: pair.id, market, amount: units, from };
    const further = others.map((other) => ({ pair: other.pair.id, market: other.market }));
    return { parameters: given, ...terms, others: further };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the further coins follow from the text
  }, [text, pair, market, amount, from, others.length]);
}

interface StartFooterProps {
  readonly pair: Pair;
  readonly parameters: RobotParameters | null;
  readonly amount: string;
  readonly obstacle: string | undefined;
  readonly onStart: () => void;
}

/** What can happen to the money. */
function StartRisk({ pair: { base }, parameters }: Pick<StartFooterProps, 'pair' | 'parameters'>) {
  const { t } = useLingui();
  const isOnContract = parameters?.strategy === 'contract-grid';
  const below = parameters?.strategy === 'grid' ? formatNumber(parameters.lower) : null;
  return (
    <RiskLine>
      {isOnContract
        ? t`Past performance is no guarantee of future results. Positions can be liquidated: you can lose everything you put in.`
        : below === null
          ? t`Past performance is no guarantee of future results. You can lose money.`
          : t`Past performance is no guarantee of future results. You can lose money, and below ${below} the robot only holds ${base}.`}
    </RiskLine>
  );
}

/** The sentence of risk, which large text has in the page itself, and below it the start. */
function StartFooter({ pair, parameters, amount, obstacle, onStart }: StartFooterProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isPractice = usePracticeMode() === true;
  const isSignedIn = useObservable(session) !== null;
  const shown = amountOf(amount === '' ? '0' : amount, pair.quote);
  const to = encodeURIComponent(
    `/pages/AI_quantification/quantification_details?strategy=${parameters?.strategy ?? 'grid'}&pair=${pair.id}`,
  );
  return (
    <>
      <div className={css['risk']}>
        <StartRisk pair={pair} parameters={parameters} />
      </div>
      {isSignedIn ? (
        <Button kind="primary" size="l" aria-haspopup="dialog" disabledReason={obstacle} onClick={onStart}>
          <OneLine>{isPractice ? t`Start with ${shown} (practice)` : t`Start with ${shown}`}</OneLine>
        </Button>
      ) : (
        <Button kind="primary" size="l" href={`#/pages/login/login?to=${to}`}>
          <OneLine>{t`Log in to start one`}</OneLine>
        </Button>
      )}
    </>
  );
}

interface ObstacleProps extends Pick<StartFooterProps, 'pair' | 'parameters' | 'amount'> {
  readonly strategy: StrategyName;
  readonly product: RobotProduct | null;
  readonly problem: ParameterProblem | null;
  /** The shares of a basket come to more than they may. */
  readonly isOverfull: boolean;
}

/** Why the robot cannot be started as it stands; undefined when nothing is in the way. */
function useStartObstacle({ strategy, pair, parameters, amount, product, problem, isOverfull }: ObstacleProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const problemOf = useProblemText();
  const isReachable = useReachable();
  const isOn = useFeature('robots');
  if (!isReachable) return t`No connection. Start it when you are back online.`;
  if (!isOn) return t`New robots are switched off for now.`;
  if (!pair.open) return t`This pair does not trade now.`;
  if (amount === '' || parameters === null)
    return isOverfull ? t`The shares come to more than ${basketShareMax}%.` : t`Fill in every parameter.`;
  if (product !== null && compareDecimals(amount, product.minimum) < 0)
    return t`At least ${amountOf(product.minimum, pair.quote)}.`;
  if (product !== null && compareDecimals(amount, product.maximum) > 0)
    return t`At most ${amountOf(product.maximum, pair.quote)}.`;
  return problem === null ? undefined : problemOf(strategy, problem);
}
