import { Gauge, type Registry } from 'prom-client';

/** Publishes how many spot pairs each engine runs. @param counts by the name of each engine, also of this one */
export function measurePairs(counts: () => ReadonlyMap<string, number>, metrics: Registry): void {
  const pairs: Gauge<'engine'> = new Gauge({
    name: 'dunlin_pairs',
    help: 'Spot pairs that an engine runs, by its name, as the active engine has shared them out.',
    labelNames: ['engine'],
    registers: [metrics],
    collect() {
      pairs.reset();
      for (const [engine, count] of counts()) pairs.set({ engine }, count);
    },
  });
}
