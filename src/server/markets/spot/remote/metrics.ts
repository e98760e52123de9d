import type { MarketsGauge } from '#server/cluster/placement/metrics.ts';

/** How many spot pairs each engine runs. */
export const pairsGauge: MarketsGauge = {
  name: 'dunlin_pairs',
  help: 'Spot pairs that an engine runs, by its name, as the active engine has shared them out.',
};
