import { eq, sql } from 'drizzle-orm';
import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import { users } from '../account/tables.ts';

/** Which risk warnings an account accepted, on whichever device. */
export interface RiskAcceptance {
  /** The areas whose warning was accepted. */
  read(owner: bigint): Promise<readonly RiskArea[]>;
  /** Records an acceptance; the time of the first one stays. Returns all accepted areas. */
  accept(owner: bigint, area: RiskArea): Promise<readonly RiskArea[]>;
  /** Calls back with the accepted areas of an owner after each change. */
  onChange(listener: (owner: bigint, areas: readonly RiskArea[]) => void): void;
}

/** Risk acceptance over the store. */
export function createRiskAcceptance({ database, clock }: Pick<CoreDeps, 'database' | 'clock'>): RiskAcceptance {
  const listeners = new Set<(owner: bigint, areas: readonly RiskArea[]) => void>();
  const areasOf = (rows: readonly Pick<typeof users.$inferSelect, 'risks'>[]) =>
    Object.keys(rows[0]?.risks ?? {}) as RiskArea[];
  return {
    async read(owner) {
      return areasOf(await database.drizzle.select({ risks: users.risks }).from(users).where(eq(users.id, owner)));
    },
    async accept(owner, area) {
      const accepted = sql`jsonb_build_object(${area}::text, ${clock()}::bigint) || ${users.risks}`;
      const rows = await database.drizzle
        .update(users)
        .set({ risks: accepted })
        .where(eq(users.id, owner))
        .returning({ risks: users.risks });
      const areas = areasOf(rows);
      for (const listener of listeners) listener(owner, areas);
      return areas;
    },
    onChange: (listener) => void listeners.add(listener),
  };
}
