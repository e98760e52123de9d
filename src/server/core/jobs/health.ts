import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { Troubles } from './troubles.ts';

/** The health of one part. */
interface PartHealth {
  readonly part: string;
  readonly ok: boolean;
  /** Since when it is unhealthy, in epoch milliseconds; null while healthy. */
  readonly since: number | null;
}

/** The health of the exchange: `ready`, or `degraded` while a part is unhealthy and the others continue. */
export interface HealthReport {
  readonly status: 'ready' | 'degraded';
  readonly parts: readonly PartHealth[];
}

/** The health of the exchange's parts. Reports contain only names and times, because they are public. */
export interface Health {
  /**
   * Adds a part.
   *
   * @param name fixed in the code, as in `store`
   * @param isWell called for each report; must answer from memory, so that health checks cost nothing
   */
  register(name: string, isWell: () => boolean): void;
  report(): HealthReport;
}

/** @param troubles parts that report themselves while they fail */
export function createHealth(clock: Clock, troubles: Pick<Troubles, 'list'>): Health {
  const checks = new Map<string, () => boolean>();
  const unwellSince = new Map<string, number>();

  function look(part: string, isWell: () => boolean): PartHealth {
    if (isOk(isWell)) unwellSince.delete(part);
    else if (!unwellSince.has(part)) unwellSince.set(part, clock());
    const since = unwellSince.get(part) ?? null;
    return { part, ok: since === null, since };
  }

  return {
    register(name, isWell) {
      if (checks.has(name)) throw new Error(`two health checks for ${name}`);
      checks.set(name, isWell);
    },
    report() {
      const parts = [...checks].map(([name, isWell]) => look(name, isWell));
      for (const { part, since } of troubles.list()) parts.push({ part, ok: false, since });
      return { status: parts.every(({ ok }) => ok) ? 'ready' : 'degraded', parts };
    },
  };
}

/** A check that throws counts as unhealthy. */
function isOk(isWell: () => boolean): boolean {
  try {
    return isWell();
  } catch {
    return false;
  }
}

/** A gauge of the health of each part. */
export function measureHealth(health: Pick<Health, 'report'>, registry: Registry): void {
  const parts: Gauge<'part'> = new Gauge({
    name: 'dunlin_part_ok',
    help: 'Whether a part of the exchange is well (1) or not (0).',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      parts.reset();
      for (const { part, ok } of health.report().parts) parts.set({ part }, ok ? 1 : 0);
    },
  });
  const ready: Gauge = new Gauge({
    name: 'dunlin_ready',
    help: 'Whether all parts of the exchange are well (1) or it is degraded (0).',
    registers: [registry],
    collect() {
      ready.set(health.report().status === 'ready' ? 1 : 0);
    },
  });
}
