import type { Ms } from '#protocol/core/brand.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../log/log.ts';
import { runAudit } from './audit-check.ts';
import { type AuditDepth, type AuditReport, readAuditHalts } from './audit-state.ts';
import type { AuditPart, FindStranded, Stranded } from './audit-parts.ts';

/** What the audit has halted, and whether its state is known. */
export interface AuditState {
  /** Coins whose books do not add up: their markets are halted. */
  readonly haltedAssets: ReadonlySet<string>;
  /** Withdrawals are blocked while anything does not add up, or while the state has been unknown for too long. */
  readonly withdrawalsHalted: boolean;
  /** Since when the state of the ledger is unknown, in epoch milliseconds; null while audits complete. */
  readonly unknownSince: number | null;
}

/** How long audits take, in milliseconds; null while it is not known. */
interface AuditDurations {
  /** The last run of each depth. */
  readonly runs: Readonly<Record<AuditDepth, number | null>>;
  /** A round through everything of which nothing is owed, see `AuditReport`. */
  readonly round: number | null;
}

/** The continuous check of the ledger (design section 3). */
export interface Audit {
  readonly durations: AuditDurations;
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
  readonly findStranded?: FindStranded;
  readonly intervalMs?: Ms;
}

const intervalDefaultMs = 5_000;
/** One in so many runs is deep; and each that begins so long after the last deep one began, where runs take long. */
const runsPerDeep = 6;
const deepAfterMs = 25_000;
/** Without a completed run for this long, the state is unknown. */
const unknownAfterMs = 3 * minuteMs;
/** After this long in an unknown state, withdrawals are blocked. */
export const unknownMaxMs = 10 * minuteMs;

/** The coins that the audit halts. */
interface AuditHalts {
  assets(): ReadonlySet<string>;
  /**
   * Applies the halts of a report; coins that an operator resolved and a full check found clean are released.
   *
   * @returns whether any coin is newly halted; listeners are notified
   */
  take(halted: readonly string[]): boolean;
  /** Notified when coins are halted, with all halted coins. @returns unsubscribes */
  onHalt(listener: (assets: ReadonlySet<string>) => void): () => void;
}

/** Halted coins, none at first. */
function auditHalts(logger: Pick<Logger, 'warn'>): AuditHalts {
  const listeners = new Set<(assets: ReadonlySet<string>) => void>();
  let haltedAssets: ReadonlySet<string> = new Set();

  return {
    assets: () => haltedAssets,
    take(halted) {
      const isWorse = halted.some((asset) => !haltedAssets.has(asset));
      const lifted = [...haltedAssets].filter((asset) => !halted.includes(asset));
      haltedAssets = new Set(halted);
      if (lifted.length > 0) logger.warn({ lifted }, 'a full check was clean: no longer halted');
      if (isWorse) for (const listener of listeners) listener(haltedAssets);
      return isWorse;
    },
    onHalt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The audit of a running exchange. */
export function createAudit(deps: AuditDeps): Audit {
  const { database, clock, logger, parts = [], findStranded, intervalMs = intervalDefaultMs } = deps;
  const halts = auditHalts(logger);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const nextDepth = depthsInTurn(clock);
  const progress = auditProgress(clock);
  const takeStranded = strandedReports(logger);

  async function check(depth: AuditDepth): Promise<AuditReport> {
    try {
      const began = clock();
      const look = findStranded === undefined ? {} : { findStranded };
      const report = await runAudit(database, { depth, now: began, parts, isStopped: () => isClosed, ...look });
      if (depth !== 'step') takeStranded(report.stranded);
      if (progress.complete(depth, began, report.roundMs)) logger.warn('the audit runs again');
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
    try {
      const { recheck } = await run(nextDepth());
      if (recheck.length > 0 && !isClosed) await run('full');
    } catch (error) {
      if (isClosed) return;
      const unknown = { err: error, unknownSince: progress.unknownSince() };
      logger.fatal(unknown, 'the audit could not run: the state of the ledger is unknown');
    }
    if (!isClosed) timer = setTimeout(() => void next(), intervalMs);
  }

  return {
    get durations() {
      return progress.durations();
    },
    get state() {
      return stateOf(halts.assets(), progress.unknownSince(), clock());
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

/** Every so many runs a deep one, and at least one in `deepAfterMs`. */
function depthsInTurn(clock: Clock): () => 'deep' | 'step' {
  let runs = 0;
  let deepBeganAt = 0;
  return () => {
    const isDeep = runs % runsPerDeep === 0 || clock() - deepBeganAt >= deepAfterMs;
    runs = isDeep ? 1 : runs + 1;
    if (isDeep) deepBeganAt = clock();
    return isDeep ? 'deep' : 'step';
  };
}

/** Logs money that nobody can move, once. */
function strandedReports(logger: Logger) {
  let known: ReadonlySet<string> = new Set();
  return (found: readonly Stranded[]): void => {
    for (const { owner, units, ...rest } of found) {
      if (known.has(strandedName({ owner, reason: rest.reason }))) continue;
      const shown = { ...rest, owner: owner.toString(), units: units.toString() };
      logger.error(shown, 'money that no call can move: an operator has to');
    }
    known = new Set(found.map(strandedName));
  };
}

function strandedName({ owner, reason }: Pick<Stranded, 'owner' | 'reason'>): string {
  return `${owner} ${reason}`;
}

function stateOf(haltedAssets: ReadonlySet<string>, unknownSince: number | null, now: Ms): AuditState {
  const isUnknownForLong = unknownSince !== null && now - unknownSince > unknownMaxMs;
  return { haltedAssets, withdrawalsHalted: haltedAssets.size > 0 || isUnknownForLong, unknownSince };
}

/** How recent the knowledge of the audit is, and how long it takes. */
function auditProgress(clock: Clock) {
  /** When the last run of each depth completed; a deep one is a step as well. */
  const ended = { step: clock(), deep: clock() };
  let hasFailed = false;
  let durations: AuditDurations = { runs: { step: null, deep: null, full: null }, round: null };
  return {
    durations: () => durations,
    /** @returns whether the run before failed */
    complete(depth: AuditDepth, began: Ms, round: Ms | null): boolean {
      ended.step = clock();
      durations = { runs: { ...durations.runs, [depth]: Math.max(0, ended.step - began) }, round };
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
