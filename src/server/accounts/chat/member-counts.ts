import type { Clock } from '#server/core/clock/clock.ts';
import { sharedReading } from '#server/core/pacing/shared-reading.ts';
import type { Database } from '#server/core/store/database.ts';

/** Number of members by group id; empty groups are left out. */
export type MemberCounts = () => Promise<ReadonlyMap<string, number>>;

/** Cache lifetime of the counts. */
export const countedForMs = 5_000;

/**
 * Counts the members of all groups. Counting scans every membership, and the call is public: so it is done once for all
 * requests within some seconds.
 */
export function createMemberCounts({ pool }: Pick<Database, 'pool'>, clock: Clock): MemberCounts {
  return sharedReading(clock, countedForMs, async () => {
    const { rows } = await pool.query<{ id: string; members: string }>(
      `SELECT group_id AS id, count(*) AS members FROM chat_members
        WHERE NOT removed AND group_id = ANY (ARRAY(SELECT id FROM chat_groups WHERE kind <> 'order'))
        GROUP BY group_id`,
    );
    return new Map(rows.map(({ id, members }) => [id, Number(members)]));
  });
}
