import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { Troubles } from './troubles.ts';

/** How one part is. */
export interface PartHealth {
  readonly part: string;
  readonly ok: boolean;
  /** Since when it is not well, in epoch milliseconds; null while it is. */
  readonly since: number | null;
}

/** How the exchange is: `ready`, or `degraded` while a part is not well and the others go on. */
export interface HealthReport {
  readonly status: 'ready' | 'degraded';
  readonly parts: readonly PartHealth[];
}

/** What of the exchange is well. Reports name parts and moments and nothing else: anybody may read them. */
export interface Health {
  /**
   * Adds a part.
   *
   * @param name fixed in the code, as in `store`
   * @param isWell asked for each report; must answer from memory, so that nobody loads the exchange by asking
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

/** A check that breaks does not say that its part is well. */
function isOk(isWell: () => boolean): boolean {
  try {
    return isWell();
  } catch {
    return false;
  }
}

/** Whether each part is well, whenever the figures are asked for. */
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
