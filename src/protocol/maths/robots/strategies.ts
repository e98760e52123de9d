import type { ParametersOf } from '../../entities/quant/robot-parameters.ts';
import { averaging, type AveragingState } from './averaging.ts';
import { grid, type GridState } from './grid.ts';
import { rebalance, type RebalanceState } from './rebalance.ts';
import type { Strategy, StrategyName } from './strategy.ts';
import { trend, type TrendState } from './trend.ts';

/** What each strategy remembers. */
export interface StateOf {
  readonly grid: GridState;
  readonly averaging: AveragingState;
  readonly trend: TrendState;
  readonly rebalance: RebalanceState;
}

/** Every strategy by its name: a new one is a file beside these, a row here and one above. */
export const strategies: { readonly [Name in StrategyName]: Strategy<ParametersOf<Name>, StateOf[Name]> } = {
  grid,
  averaging,
  trend,
  rebalance,
};

/** The strategy of parameters. */
export function strategyOf<Name extends StrategyName>(parameters: {
  readonly strategy: Name;
}): Strategy<ParametersOf<Name>, StateOf[Name]> {
  return strategies[parameters.strategy];
}
