import { averaging } from './averaging.ts';
import { grid } from './grid.ts';
import { rebalance } from './rebalance.ts';
import type { StrategyName } from './strategy.ts';
import { trend } from './trend.ts';

/** Every strategy by its name: a new one is a file beside these and a row here. */
export const strategies = { grid, averaging, trend, rebalance } satisfies Readonly<Record<StrategyName, unknown>>;
