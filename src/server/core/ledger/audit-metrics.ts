import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { Audit } from './audit.ts';

/** The audit's state as one label: `unknown` while no run completes. */
export function auditCondition({ state }: Pick<Audit, 'state'>): 'ok' | 'halted' | 'unknown' {
  if (state.haltedAssets.size > 0) return 'halted';
  return state.unknownSince === null ? 'ok' : 'unknown';
}

/** Gauges of the coins halted by the audit, of how long its state has been unknown, and of how long it takes. */
export function measureAudit(audit: Pick<Audit, 'state' | 'durations'>, clock: Clock, registry: Registry): void {
  const registers = [registry];
  const halted: Gauge = new Gauge({
    name: 'dunlin_audit_halted_coins',
    help: 'Coins that are halted because their books do not add up.',
    registers,
    collect: () => halted.set(audit.state.haltedAssets.size),
  });
  const unknown: Gauge = new Gauge({
    name: 'dunlin_audit_unknown_seconds',
    help: 'For how long nobody has known whether the ledger adds up; 0 while it is looked at.',
    registers,
    collect: () => {
      const { unknownSince } = audit.state;
      unknown.set(unknownSince === null ? 0 : Math.max(0, (clock() - unknownSince) / 1_000));
    },
  });
  const withdrawals: Gauge = new Gauge({
    name: 'dunlin_audit_withdrawals_halted',
    help: '1 while the audit lets nothing leave.',
    registers,
    collect: () => withdrawals.set(audit.state.withdrawalsHalted ? 1 : 0),
  });
  const runs: Gauge<'depth'> = new Gauge({
    name: 'dunlin_audit_run_seconds',
    help: 'How long the last run of the audit of each depth took.',
    labelNames: ['depth'],
    registers,
    collect: () => {
      for (const [depth, took] of Object.entries(audit.durations.runs)) {
        if (took !== null) runs.set({ depth }, took / 1_000);
      }
    },
  });
  const round: Gauge = new Gauge({
    name: 'dunlin_audit_round_seconds',
    help: 'How long the last round through all rows that ended took: what is wrong there is found within it. 0 before the first.',
    registers,
    collect: () => round.set((audit.durations.round ?? 0) / 1_000),
  });
}
