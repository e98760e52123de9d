import { auditParts } from '#server/main/audit-parts.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { spotFaults } from '#server/markets/spot/testing-faults.ts';

/** The invariants of the books of a whole exchange, whose areas all may hold something. @returns one line per fault */
export function exchangeFaults(client: Queryable): Promise<string[]> {
  return spotFaults(client, auditParts(Date.now));
}
