import type { MarketsGauge } from '#server/cluster/placement/metrics.ts';

/** How many contracts each engine runs. */
export const contractsGauge: MarketsGauge = {
  name: 'dunlin_contracts',
  help: 'Contracts that an engine runs, by its name, as the active engine has shared them out.',
};
