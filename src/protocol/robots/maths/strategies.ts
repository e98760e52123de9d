import type { ParametersOf, RobotParameters } from '../entities/parameters.ts';
import { averaging, type AveragingState } from './averaging.ts';
import { contractGrid, type ContractGridState } from './contract-grid/contract-grid.ts';
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
  readonly 'contract-grid': ContractGridState;
}

/** Every strategy by its name: a new one is a file beside these, a row here and one above. */
const strategies: { readonly [Name in StrategyName]: Strategy<ParametersOf<Name>, StateOf[Name]> } = {
  grid,
  averaging,
  trend,
  rebalance,
  'contract-grid': contractGrid,
};

/**
 * The strategy of parameters, for whoever runs any of them: it is given back the state that it gave out, whatever that is.
 */
export function strategyOf({ strategy }: Pick<RobotParameters, 'strategy'>): Strategy<RobotParameters, unknown> {
  return strategies[strategy];
}
