import type { PoolClient } from 'pg';

/** Something that does not hold. The text names no user's data but the account it concerns. */
export interface AuditFinding {
  readonly asset: string;
  readonly text: string;
}

/** What an area's checks are told of the look they are part of. */
export interface AuditLook {
  /** Epoch milliseconds: rows that were last changed before this were looked at by the check before. */
  readonly since: number;
  /** Looks at everything, however much there is: the console's check, and the one that lifts a halt. */
  readonly full: boolean;
}

/**
 * What one area adds to the audit, which itself knows no area. All of an audit reads one snapshot. What a part reads is
 * bounded by what is open or new, never by what was: it runs every half minute.
 */
export interface AuditPart {
  readonly name: string;
  /**
   * A query of what its open rows hold of users's balances: `owner`, `wallet`, `asset`, `frozen`, `locked`. Together
   * the parts must name every unit that is frozen or locked.
   */
  readonly holds?: string;
  /** Facts of its own that must hold. */
  readonly find?: (client: PoolClient, look: AuditLook) => Promise<AuditFinding[]>;
}

/** Rows one check tells of. */
export const rowsPerCheckMax = 20;
