import type { Queryable } from '../store/database.ts';

/** Money of an account that no call and no job moves any more. */
export interface Stranded {
  /** What holds it. */
  readonly holder: string;
  readonly owner: bigint;
  readonly asset: string;
  /** In the asset’s smallest units. */
  readonly units: bigint;
  /** For the operator. */
  readonly reason: string;
}

/** A violated invariant. The text contains no user data except the account concerned. */
export interface AuditFinding {
  readonly asset: string;
  readonly text: string;
}

/** Context of the audit run for an area's checks. */
export interface AuditLook {
  /** Epoch milliseconds: rows last changed before this were covered by the previous check. */
  readonly since: number;
  /** Checks everything, whatever the size: the console's check, and the one that lifts a halt. */
  readonly full: boolean;
}

/**
 * An area's contribution to the audit, which itself knows no area. A whole audit reads one snapshot. What a part reads
 * is bounded by what is open or new, never by history: it runs every half minute.
 */
export interface AuditPart {
  readonly name: string;
  /**
   * A query of what its open rows hold of users' balances: `owner`, `wallet`, `asset`, `frozen`, `locked`. Together the
   * parts must account for every unit that is frozen or locked.
   */
  readonly holds?: string;
  /** Invariants of its rows: open ones at every deep run, the others in rotation, all of them in a full run. */
  readonly rows?: readonly RowCheck[];
  /** Its own invariants. */
  readonly find?: (client: Queryable, look: AuditLook) => Promise<AuditFinding[]>;
}

/**
 * An invariant of every row of a table: what its amounts come to, by its own terms, by other rows, or by the ledger. Rows
 * that something is still owed of are compared at every deep run, all others in rotation. All of it is SQL over `item`.
 */
export interface RowCheck {
  /** Unique: the rotation is kept under it. */
  readonly name: string;
  readonly table: string;
  /** Columns of an index that the rotation goes by, with their types. */
  readonly key?: readonly (readonly [column: string, type: string])[];
  /** Rows that one run of the rotation compares; fewer than usual where each stands for many of another table. */
  readonly atOnce?: number;
  /** Which rows something is still owed of; null for none. */
  readonly open: string | null;
  /** Joins of what the row is compared with. */
  readonly beside?: string;
  /** What is wrong; a row of which it is unknown is a finding as well. */
  readonly wrong: string;
  readonly asset: string;
  /** Names the row, and says what is wrong. */
  readonly says: string;
}

/** Looks for money that no call and no job moves any more: one indexed look per holder. */
export type FindStranded = (client: Queryable, now: number) => Promise<Stranded[]>;

/** Rows reported per check. */
export const rowsPerCheckMax = 20;
