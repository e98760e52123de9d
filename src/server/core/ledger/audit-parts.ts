import type { Queryable } from '../store/database.ts';

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
  /** Its own invariants. */
  readonly find?: (client: Queryable, look: AuditLook) => Promise<AuditFinding[]>;
}

/** Rows reported per check. */
export const rowsPerCheckMax = 20;
