import type { Job } from '../jobs/jobs.ts';
import type { Handlers } from '../handler.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from '../store/database.ts';
import { type AskedAudit, createGate, type Gate } from './gate.ts';
import type { OperatorAct } from './operator-log.ts';
import { readStops, stopsOf, type Stops } from './stops.ts';
import { listingActs } from './tables.ts';
import { readSwitches, switchesOf } from './switches.ts';

/** How often the log is polled: operator actions take effect within this time. */
const pollEveryMs = 400;
const listingChanges: ReadonlySet<OperatorAct['what']> = new Set(listingActs);
/** Acts that change what the app may offer. */
const offerActs: readonly OperatorAct['what'][] = [
  'stop',
  'resume',
  'switch-on',
  'switch-off',
  'switch-clear',
  ...listingActs,
];
/** Acts that change what an account may do. */
const standingActs: ReadonlySet<OperatorAct['what']> = new Set([
  'disable-account',
  'enable-account',
  'withdraw-identity',
]);
/** Lines read per poll. */
const linesAtOnce = 200;

interface GateDeps {
  readonly database: Database;
  readonly audit: AskedAudit;
  readonly logger: Logger;
  /** What is listed, to be read again; absent where nobody changes it. */
  readonly instruments?: { readonly refresh: () => Promise<void> };
}

/** Notified of operator actions on accounts. */
interface AccountEffects {
  /** Sessions that ended, whose connections must be closed. */
  readonly sessionsEnded: (sessions: readonly bigint[]) => void;
  /** Cached account states are stale. */
  readonly standingChanged: () => void;
}

/** The gate of a running exchange, in the shape of an area: its job follows the operators' log. */
export interface OpenGate {
  readonly gate: Gate;
  readonly calls: Partial<Handlers>;
  readonly jobs: readonly Job[];
  /** The operator's stops, as last read. */
  stops(): Stops;
  /** Id of the last log line that changed what is switched on or stopped: the version of what the app may offer. */
  offerVersion(): string;
  /** Calls back after each such change; returns an unsubscribe function. */
  onOfferChange(listener: () => void): () => void;
  /** Applies what was done since the last poll. */
  look(): Promise<void>;
  /** Sets the listener for actions on accounts; before the job runs, so that nothing is missed. */
  notify(effects: AccountEffects): void;
}

/**
 * Opens the gate with the stored stops, before anything moves. Later operator actions are applied by following their
 * log; while the store is unavailable, the last state read applies.
 */
export async function openGate({ database, audit, logger, instruments }: GateDeps): Promise<OpenGate> {
  const { pool } = database;
  let seen = await newestLine(database);
  let stops = stopsOf(await readStops(database));
  await noteTaken(database, seen);
  let switches = switchesOf(await readSwitches(database));
  let offerVersion = await newestOfferLine(database);
  const offerListeners = new Set<() => void>();
  let effects: AccountEffects | null = null;

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ id: string; what: OperatorAct['what']; sessions: string[] }>(
      'SELECT id, what, sessions FROM operator_log WHERE id > $1 ORDER BY id LIMIT $2',
      [seen, linesAtOnce],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    // The tables are read after the lines: they are at least as new as those are.
    stops = stopsOf(await readStops(database));
    switches = switchesOf(await readSwitches(database));
    // Taken up once every market follows; until then the same lines are looked at again.
    if (rows.some(({ what }) => listingChanges.has(what))) await instruments?.refresh();
    const ended = rows.flatMap(({ sessions }) => sessions.map(BigInt));
    if (ended.length > 0) effects?.sessionsEnded(ended);
    if (rows.some(({ what }) => standingActs.has(what))) effects?.standingChanged();
    seen = BigInt(last.id);
    const offered = rows.findLast(({ what }) => offerActs.includes(what));
    if (offered !== undefined) {
      offerVersion = offered.id;
      for (const listener of offerListeners) listener();
    }
    for (const { what } of rows)
      if (what !== 'record-head') logger.warn({ what }, 'an operator changed what may be done');
    await noteTaken(database, seen);
  }

  return {
    gate: createGate(audit, { stops: () => stops, switches: () => switches }),
    stops: () => stops,
    offerVersion: () => offerVersion,
    onOfferChange(listener) {
      offerListeners.add(listener);
      return () => offerListeners.delete(listener);
    },
    look,
    notify(given) {
      if (effects !== null) throw new Error('the gate already has a listener');
      effects = given;
    },
    calls: {},
    jobs: [{ name: 'take up what operators did', everyMs: pollEveryMs, run: look, isLoggedOnly: true }],
  };
}

async function newestLine({ pool }: Database): Promise<bigint> {
  const { rows } = await pool.query<{ id: string | null }>('SELECT max(id) AS id FROM operator_log');
  return BigInt(rows[0]?.id ?? 0);
}

async function newestOfferLine({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM operator_log WHERE what = ANY($1) ORDER BY id DESC LIMIT 1',
    [offerActs],
  );
  return rows[0]?.id ?? '0';
}

async function noteTaken({ pool }: Database, line: bigint): Promise<void> {
  await pool.query('UPDATE operator_log_taken SET line = $1 WHERE line <> $1', [line]);
}
