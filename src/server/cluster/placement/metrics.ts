import { Gauge, type Registry } from 'prom-client';

/** How the gauge of a family is named and described in `/metrics`. */
export interface MarketsGauge {
  readonly name: string;
  readonly help: string;
}

/**
 * Publishes how many markets of a family each engine runs.
 *
 * @param counts by the name of each engine, also of this one
 */
export function measureMarkets(
  { name, help }: MarketsGauge,
  counts: () => ReadonlyMap<string, number>,
  metrics: Registry,
): void {
  const markets: Gauge<'engine'> = new Gauge({
    name,
    help,
    labelNames: ['engine'],
    registers: [metrics],
    collect() {
      markets.reset();
      for (const [engine, count] of counts()) markets.set({ engine }, count);
    },
  });
}
