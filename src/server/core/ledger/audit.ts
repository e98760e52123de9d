import type { Ms } from '../../../protocol/brand.ts';
import { minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../log/log.ts';
import { type AuditDepth, type AuditReport, readAuditHalts, runAudit } from './audit-check.ts';
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

export function createAudit({ database, clock, logger, parts = [], intervalMs = intervalDefaultMs }: AuditDeps): Audit {
  const listeners = new Set<(assets: ReadonlySet<string>) => void>();
  let haltedAssets: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let runs = 0;
  /** When the last run of each depth came to its end; a deep one is a step as well. */
  const ended = { step: clock(), deep: clock() };
  let hasFailed = false;

  /** The coins a report halts; those that an operator resolved and a full check found clean are no longer among them. */
  function take(halted: readonly string[]): boolean {
    const isWorse = halted.some((asset) => !haltedAssets.has(asset));
    const lifted = [...haltedAssets].filter((asset) => !halted.includes(asset));
    haltedAssets = new Set(halted);
    if (lifted.length > 0) logger.warn({ lifted }, 'a full check was clean: no longer halted');
    if (isWorse) for (const listener of listeners) listener(haltedAssets);
    return isWorse;
  }

  async function check(depth: AuditDepth): Promise<AuditReport> {
    try {
      const report = await runAudit(database, { depth, now: clock(), parts });
      ended.step = clock();
      if (depth !== 'step') ended.deep = clock();
      if (hasFailed) logger.warn('the audit runs again');
      hasFailed = false;
      if (take(report.halted) || report.fresh > 0) {
        logger.fatal({ findings: report.findings, halted: [...haltedAssets] }, 'the ledger does not add up: halted');
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
      return { haltedAssets, withdrawalsHalted: haltedAssets.size > 0 || isUnknownForLong, unknownSince: since };
    },
    isHalted: (asset) => haltedAssets.has(asset),
    onHalt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run,
    async start() {
      take((await readAuditHalts(database)).halted);
      if (haltedAssets.size > 0) logger.fatal({ halted: [...haltedAssets] }, 'found before and not resolved: halted');
      timer = setTimeout(() => void next(), 0);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
