import type { Ms } from '../../../protocol/brand.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../log/log.ts';
import { runAudit } from './audit-check.ts';
import { type AuditDepth, type AuditReport, readAuditHalts } from './audit-state.ts';
import { auditHalts } from './audit-halts.ts';
import type { AuditPart } from './audit-parts.ts';

/** What the audit stopped, and what it does not know. */
export interface AuditState {
  /** Coins whose books do not add up: their markets are halted. */
  readonly haltedAssets: ReadonlySet<string>;
  /** Nothing leaves the exchange while anything does not add up, or while nobody knows for too long. */
  readonly withdrawalsHalted: boolean;
  /** Since when nobody knows whether the ledger adds up, in epoch milliseconds; null while it is looked at. */
  readonly unknownSince: number | null;
}

/** The check that runs while the server runs (design section 3). */
export interface Audit {
  /** As the last run left it. Spot and withdrawals look here before they move anything. */
  readonly state: AuditState;
  isHalted(asset: string): boolean;
  /** Told when coins are halted, with all of them. @returns stops the listening */
  onHalt(listener: (assets: ReadonlySet<string>) => void): () => void;
  /** Runs once. Runs never overlap. */
  run(depth: AuditDepth): Promise<AuditReport>;
  /** Brings back what an earlier server found; the first run, which waits for nothing, follows in the background. */
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
/** Every so many runs, what areas hold and a slice of all balances are compared as well. */
const runsPerDeep = 6;
/** Without a run that came to its end for this long, nobody knows. */
const unknownAfterMs = 3 * minuteMs;
/** Nobody knows for this long: nothing leaves until somebody does. */
export const unknownMaxMs = 10 * minuteMs;

/** The audit of a running exchange. */
export function createAudit({ database, clock, logger, parts = [], intervalMs = intervalDefaultMs }: AuditDeps): Audit {
  const halts = auditHalts(logger);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let runs = 0;
  /** When the last run of each depth came to its end; a deep one is a step as well. */
  const ended = { step: clock(), deep: clock() };
  let hasFailed = false;

  async function check(depth: AuditDepth): Promise<AuditReport> {
    try {
      const report = await runAudit(database, { depth, now: clock(), parts });
      ended.step = clock();
      if (depth !== 'step') ended.deep = clock();
      if (hasFailed) logger.warn('the audit runs again');
      hasFailed = false;
      if (halts.take(report.halted) || report.fresh > 0) {
        logger.fatal({ findings: report.findings, halted: [...halts.assets()] }, 'the ledger does not add up: halted');
      }
      return report;
    } catch (error) {
      hasFailed = true;
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
      logger.fatal({ err: error, unknownSince: unknownSince() }, 'the audit could not run: nobody knows what adds up');
    }
    if (!isClosed) timer = setTimeout(() => void next(), intervalMs);
  }

  function unknownSince(): number | null {
    const oldest = Math.min(ended.step, ended.deep);
    return hasFailed || clock() - oldest > unknownAfterMs ? oldest : null;
  }

  return {
    get state() {
      const since = unknownSince();
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
