import type { Ms } from '../../../protocol/brand.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../log/log.ts';
import { runAudit } from './audit-check.ts';
import { type AuditDepth, type AuditReport, readAuditHalts } from './audit-state.ts';
import { auditHalts } from './audit-halts.ts';
import type { AuditPart } from './audit-parts.ts';

/** What the audit has halted, and whether its state is known. */
export interface AuditState {
  /** Coins whose books do not add up: their markets are halted. */
  readonly haltedAssets: ReadonlySet<string>;
  /** Withdrawals are blocked while anything does not add up, or while the state has been unknown for too long. */
  readonly withdrawalsHalted: boolean;
  /** Since when the state of the ledger is unknown, in epoch milliseconds; null while audits complete. */
  readonly unknownSince: number | null;
}

/** The continuous check of the ledger (design section 3). */
export interface Audit {
  /** As of the last run. Spot and withdrawals check it before they move anything. */
  readonly state: AuditState;
  isHalted(asset: string): boolean;
  /** Notified when coins are halted, with all halted coins. @returns unsubscribes */
  onHalt(listener: (assets: ReadonlySet<string>) => void): () => void;
  /** Runs once. Runs never overlap. */
  run(depth: AuditDepth): Promise<AuditReport>;
  /** Restores the findings of an earlier server; the first run follows in the background. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface AuditDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly parts?: readonly AuditPart[];
  readonly intervalMs?: Ms;
}

const intervalDefaultMs = 5_000;
/** One in so many runs is deep. */
const runsPerDeep = 6;
/** Without a completed run for this long, the state is unknown. */
const unknownAfterMs = 3 * minuteMs;
/** After this long in an unknown state, withdrawals are blocked. */
export const unknownMaxMs = 10 * minuteMs;

/** The audit of a running exchange. */
export function createAudit({ database, clock, logger, parts = [], intervalMs = intervalDefaultMs }: AuditDeps): Audit {
  const halts = auditHalts(logger);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let runs = 0;
  const progress = auditProgress(clock);

  async function check(depth: AuditDepth): Promise<AuditReport> {
    try {
      const report = await runAudit(database, { depth, now: clock(), parts, isStopped: () => isClosed });
      if (progress.complete(depth)) logger.warn('the audit runs again');
      if (halts.take(report.halted) || report.fresh > 0) {
        logger.fatal({ findings: report.findings, halted: [...halts.assets()] }, 'the ledger does not add up: halted');
      }
      return report;
    } catch (error) {
      progress.fail();
      throw error;
    }
  }

  function run(depth: AuditDepth): Promise<AuditReport> {
    const result = running.then(() => check(depth));
    running = result.catch(() => undefined);
    return result;
  }

  async function next(): Promise<void> {
    const depth = runs % runsPerDeep === 0 ? 'deep' : 'step';
    runs += 1;
    try {
      const { recheck } = await run(depth);
      if (recheck.length > 0 && !isClosed) await run('full');
    } catch (error) {
      if (isClosed) return;
      logger.fatal(
        { err: error, unknownSince: progress.unknownSince() },
        'the audit could not run: the state of the ledger is unknown',
      );
    }
    if (!isClosed) timer = setTimeout(() => void next(), intervalMs);
  }

  return {
    get state() {
      const since = progress.unknownSince();
      const isUnknownForLong = since !== null && clock() - since > unknownMaxMs;
      const haltedAssets = halts.assets();
      return { haltedAssets, withdrawalsHalted: haltedAssets.size > 0 || isUnknownForLong, unknownSince: since };
    },
    isHalted: (asset) => halts.assets().has(asset),
    onHalt: (listener) => halts.onHalt(listener),
    run,
    async start() {
      halts.take((await readAuditHalts(database)).halted);
      const halted = [...halts.assets()];
      if (halted.length > 0) logger.fatal({ halted }, 'found before and not resolved: halted');
      timer = setTimeout(() => void next(), 0);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** How recent the knowledge of the audit is. */
function auditProgress(clock: Clock) {
  /** When the last run of each depth completed; a deep one is a step as well. */
  const ended = { step: clock(), deep: clock() };
  let hasFailed = false;
  return {
    /** @returns whether the run before failed */
    complete(depth: AuditDepth): boolean {
      ended.step = clock();
      if (depth !== 'step') ended.deep = clock();
      const isRecovery = hasFailed;
      hasFailed = false;
      return isRecovery;
    },
    fail(): void {
      hasFailed = true;
    },
    /** Since when the state of the ledger is unknown, in epoch milliseconds; null while audits complete. */
    unknownSince(): number | null {
      const oldest = Math.min(ended.step, ended.deep);
      return hasFailed || clock() - oldest > unknownAfterMs ? oldest : null;
    },
  };
}
