import type { Clock } from './clock.ts';
import { contractsAudit } from './contracts/audit.ts';
import { depositsAudit } from './deposits/audit.ts';
import type { AuditPart } from './ledger/audit-parts.ts';
import { optionsAudit } from './options/audit.ts';
import { spotAudit } from './spot/audit.ts';
import { withdrawalsAudit } from './withdrawals/audit.ts';

/** What every area adds to the audit: together they name all that is frozen or locked. */
export function auditParts(clock: Clock): AuditPart[] {
  return [spotAudit, withdrawalsAudit, depositsAudit, contractsAudit(clock), optionsAudit];
}
