import { useLingui } from '@lingui/react/macro';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { RobotProduct } from '#protocol/robots/entities/robots.ts';
import { basketShareMax } from '#protocol/core/limits.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import type { ParameterProblem, StrategyName } from '#protocol/robots/maths/strategy.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFeature, usePracticeMode } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import css from './back-test.module.css';
import { useProblemText } from './problem-text.ts';

interface StartFooterProps {
  readonly pair: Pair;
  readonly parameters: RobotParameters | null;
  readonly amount: string;
  readonly obstacle: string | undefined;
  readonly onStart: () => void;
}

/** What can happen to the money. */
export function StartRisk({ pair: { base }, parameters }: Pick<StartFooterProps, 'pair' | 'parameters'>) {
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
export function StartFooter({ pair, parameters, amount, obstacle, onStart }: StartFooterProps) {
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
export function useStartObstacle({ strategy, pair, parameters, amount, product, problem, isOverfull }: ObstacleProps) {
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
