import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../log.ts';
import { checkLedger, type AuditReport } from './audit-check.ts';

/** What the audit stopped. */
export interface AuditState {
  /** Coins whose books do not add up: their markets are halted. */
  readonly haltedAssets: ReadonlySet<string>;
  /** Nothing leaves the exchange while anything does not add up. */
  readonly withdrawalsHalted: boolean;
}

/** The check that runs while the server runs (design section 3). */
export interface Audit {
  /** As the last run left it. Spot and withdrawals look here before they move anything. */
  readonly state: AuditState;
  isHalted(asset: string): boolean;
  /** Told when coins are halted, with all of them. @returns stops the listening */
  onHalt(listener: (assets: ReadonlySet<string>) => void): () => void;
  /** Runs once; `full` also compares what was not touched. Runs never overlap. */
  run(full: boolean): Promise<AuditReport>;
  /** Runs once in full, which also brings back what an earlier server found, then on a timer. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface AuditDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly intervalMs?: number;
}

const intervalDefaultMs = 5_000;
/** Every so many runs, all balances are compared and not the touched ones alone. */
const runsPerFull = 12;

export function createAudit({ database, clock, logger, intervalMs = intervalDefaultMs }: AuditDeps): Audit {
  const listeners = new Set<(assets: ReadonlySet<string>) => void>();
  let haltedAssets: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let runs = 0;

  async function check(full: boolean): Promise<AuditReport> {
    const report = await checkLedger(database, full, clock());
    const assets = new Set(report.findings.map((finding) => finding.asset));
    const isWorse = [...assets].some((asset) => !haltedAssets.has(asset));
    // Nothing is lifted while the server runs: an operator resolves the findings and starts it again.
    haltedAssets = new Set([...haltedAssets, ...assets]);
    if (report.fresh > 0 || isWorse) {
      logger.fatal({ findings: report.findings, halted: [...haltedAssets] }, 'the ledger does not add up: halted');
    }
    if (isWorse) for (const listener of listeners) listener(haltedAssets);
    return report;
  }

  function run(full: boolean): Promise<AuditReport> {
    const result = running.then(() => check(full));
    running = result.catch(() => undefined);
    return result;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      runs += 1;
      run(runs % runsPerFull === 0)
        .catch((error: unknown) => logger.error({ err: error }, 'the audit could not run'))
        .finally(() => timer !== undefined && schedule());
    }, intervalMs);
  }

  return {
    get state() {
      return { haltedAssets, withdrawalsHalted: haltedAssets.size > 0 };
    },
    isHalted: (asset) => haltedAssets.has(asset),
    onHalt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run,
    async start() {
      await run(true);
      schedule();
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
