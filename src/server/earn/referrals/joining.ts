import type { RequestFacts } from '#server/core/handler.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { knowsNetwork } from '#server/accounts/rate-limits/lockout.ts';
import { type RefusedFor, refusedFor } from './rules.ts';

type Joining = Pick<RequestFacts, 'address' | 'userAgent'>;

/**
 * Adds a newly registered person to the teams of whom they came by, and of whom that one came by. The signs of one person
 * with two accounts are read now, while the exchange sees where the person comes from: networks are kept as hashes per
 * user, so that nobody can compare them later.
 */
export async function joinTeam(
  tx: Transaction,
  { userId, referrer }: { readonly userId: bigint; readonly referrer: bigint | null },
  facts: Joining,
  at: number,
): Promise<void> {
  if (referrer === null || referrer === userId) return;
  const { rows } = await tx.client.query<{ direct: string }>('SELECT direct FROM team_members WHERE member = $1', [
    referrer,
  ]);
  const indirect = rows[0] === undefined ? null : BigInt(rows[0].direct);
  // The one above registered first and has the lower id: inviters are locked in the order of their ids.
  const above = indirect === null ? null : await countIn(tx, indirect, 'indirect', facts, at);
  const direct = await countIn(tx, referrer, 'direct', facts, at);
  await tx.client.query(
    `INSERT INTO team_members (member, direct, indirect, since, refused, refused_indirect)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [userId, referrer, indirect, at, direct, above],
  );
}

/** Counts the newcomer with an inviter. @returns why their fees pay nothing to that one, or null */
async function countIn(
  tx: Transaction,
  inviter: bigint,
  generation: 'direct' | 'indirect',
  facts: Joining,
  at: number,
): Promise<RefusedFor | null> {
  const sameNetwork = await knowsNetwork(tx, inviter, facts, at);
  const isHousehold = sameNetwork && generation === 'direct' ? 1 : 0;
  const { rows } = await tx.client.query<{ household: number; same_device: boolean }>(
    `INSERT INTO team_inviters AS held (owner, ${generation}, same_network) VALUES ($1, 1, $2)
     ON CONFLICT (owner) DO UPDATE SET ${generation} = held.${generation} + 1, same_network = held.same_network + $2
     RETURNING same_network - $2 AS household,
               EXISTS (SELECT FROM sessions WHERE user_id = $1 AND device = $3) AS same_device`,
    [inviter, isHousehold, facts.userAgent],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inviter was not counted');
  return refusedFor({ sameNetwork, sameDevice: row.same_device, household: row.household });
}

/** Adds everybody who was invited before there were teams; once, before anything is read. */
export async function addEarlierMembers(client: Queryable): Promise<void> {
  await client.query(
    `INSERT INTO team_members (member, direct, indirect, since)
     SELECT invited.id, invited.referrer, above.referrer, invited.created_at
       FROM users AS invited JOIN users AS above ON above.id = invited.referrer
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO team_inviters (owner, direct, indirect)
     SELECT owner, sum(direct), sum(indirect)
       FROM (SELECT direct AS owner, 1 AS direct, 0 AS indirect FROM team_members
             UNION ALL SELECT indirect, 0, 1 FROM team_members WHERE indirect IS NOT NULL) AS one
      GROUP BY owner ON CONFLICT DO NOTHING`,
  );
}
