import { dealings, type Dealing } from '#protocol/core/call.ts';
import type { Database, Transaction } from '../store/database.ts';
import { writeOperatorLog } from './operator-log.ts';
import { dealingStoredAs, storedName } from './stored-names.ts';
import { stops as stopsTable, type stopScopes } from './tables.ts';

type StopScope = (typeof stopScopes)[number];

/** Something the operator can stop: `of` is the coin, the chain or the product, and empty for all withdrawals. */
export interface StopSubject {
  readonly scope: StopScope;
  readonly of: string;
}

/** A stop in effect. */
export interface StandingStop extends StopSubject {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly by: string;
  readonly reason: string;
}

/** The operator's stops, as the gate needs them. */
export interface Stops {
  readonly coins: ReadonlySet<string>;
  readonly chains: ReadonlySet<string>;
  readonly areas: ReadonlySet<Dealing>;
  readonly withdrawals: boolean;
}

/** Products that can be stopped individually; withdrawals have their own kind. */
export const stoppableAreas: readonly Dealing[] = dealings.filter((dealing) => dealing !== 'withdrawal');

export const noStops: Stops = { coins: new Set(), chains: new Set(), areas: new Set(), withdrawals: false };

/** What the subject of a stop is in the store. */
function stored({ scope, of }: StopSubject): string {
  const dealing = scope === 'area' ? dealings.find((one) => one === of) : undefined;
  return dealing === undefined ? of : storedName(dealing);
}

/** Everything that is stopped, newest first. */
export async function readStops({ pool }: Pick<Database, 'pool'>): Promise<StandingStop[]> {
  const { rows } = await pool.query<{ scope: StopScope; of: string; since: string; by: string; reason: string }>(
    'SELECT scope, subject AS of, since, who AS by, reason FROM stops ORDER BY since DESC, scope, subject',
  );
  return rows.map(({ of, ...row }) => ({
    ...row,
    of: row.scope === 'area' ? (dealingStoredAs(of) ?? of) : of,
    since: Number(row.since),
  }));
}

/** The stops, as the gate needs them. */
export function stopsOf(standing: readonly StopSubject[]): Stops {
  const named = (scope: StopScope) => standing.filter((one) => one.scope === scope).map(({ of }) => of);
  return {
    coins: new Set(named('coin')),
    chains: new Set(named('chain')),
    areas: new Set(named('area') as Dealing[]),
    withdrawals: named('withdrawals').length > 0,
  };
}

/** The operator, the reason and the time. */
export interface Signed {
  readonly by: string;
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Stops something, with a line in the log. The running exchange applies it within about a second.
 *
 * @returns the id of the line, or null when it was stopped already
 */
export async function writeStop(tx: Transaction, { scope, of }: StopSubject, signed: Signed): Promise<bigint | null> {
  const { by, reason, at } = signed;
  const written = await tx.drizzle
    .insert(stopsTable)
    .values({ scope, subject: stored({ scope, of }), since: at, who: by, reason })
    .onConflictDoNothing()
    .returning({ scope: stopsTable.scope });
  return written.length === 0 ? null : writeOperatorLog(tx, { what: 'stop', scope, subject: of, sessions: [] }, signed);
}

/** Lifts a stop, with a line in the log. @returns the id of the line, or null when nothing was stopped */
export async function liftStop(tx: Transaction, { scope, of }: StopSubject, signed: Signed): Promise<bigint | null> {
  const { rowCount } = await tx.client.query('DELETE FROM stops WHERE scope = $1 AND subject = $2', [
    scope,
    stored({ scope, of }),
  ]);
  return rowCount === 0 ? null : writeOperatorLog(tx, { what: 'resume', scope, subject: of, sessions: [] }, signed);
}
