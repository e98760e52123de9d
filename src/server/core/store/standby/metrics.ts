import { Gauge, type Registry } from 'prom-client';

/** Publishes how far the standby is behind. @param lag in milliseconds, infinite while it is not read; null without one */
export function measureStandby(lag: (() => number) | null, metrics: Registry): void {
  const gauge: Gauge = new Gauge({
    name: 'dunlin_standby_lag_seconds',
    help: 'How far the standby that histories are read from is behind; infinite while it is not read, 0 without one.',
    registers: [metrics],
    collect() {
      gauge.set(lag === null ? 0 : lag() / 1_000);
    },
  });
}
