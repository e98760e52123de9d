import { nicknameFault } from '#protocol/core/text/nickname.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import { firstUserId, type users } from '../tables.ts';
import { comparisonVersion, skeletonsOf } from './skeleton.ts';
import { imitatesStaff } from './staff-names.ts';

type Problem = NonNullable<(typeof users.$inferSelect)['nicknameProblem']>;

interface Named {
  readonly id: bigint;
  readonly nickname: string;
  /** When it was set; null before this was noted. */
  readonly setAt: number | null;
}

/** Nicknames that one run of the job compares at most; the next run goes on. */
const comparedAtOnce = 1000;

/**
 * Compares nicknames that were set by older rules, or before there were any, with all others: an older account first. What
 * the rules refuse now stays until its owner has chosen another, which the profile and a notice ask for. Of two that look
 * alike that is the owner of the newer one.
 *
 * @returns how many were compared
 */
export async function compareNicknames(deps: Pick<AccountDeps, 'database' | 'notices'>): Promise<number> {
  const version = comparisonVersion();
  const { rows } = await deps.database.pool.query<{ id: string }>(
    `SELECT id FROM users WHERE nickname IS NOT NULL AND nickname_rules < $1 ORDER BY nickname_rules, id LIMIT $2`,
    [version, comparedAtOnce],
  );
  for (const { id } of rows) {
    await deps.database.transaction((tx) => compareOne(tx, deps.notices, BigInt(id), version));
  }
  return rows.length;
}

async function compareOne(
  tx: Transaction,
  notices: AccountDeps['notices'],
  id: bigint,
  version: number,
): Promise<void> {
  const { rows } = await tx.client.query<{ nickname: string; set_at: string | null; problem: Problem | null }>(
    `SELECT nickname, nickname_set_at AS set_at, nickname_problem AS problem FROM users
      WHERE id = $1 AND nickname IS NOT NULL AND nickname_rules < $2 FOR NO KEY UPDATE`,
    [id, version],
  );
  const [row] = rows;
  if (row === undefined) return;
  const named: Named = { id, nickname: row.nickname, setAt: row.set_at === null ? null : Number(row.set_at) };
  await tx.client.query('DELETE FROM nickname_skeletons WHERE owner = $1', [id]);
  const problem = ownProblem(named) ?? (await claimSkeletons(tx, notices, named));
  await tx.client.query('UPDATE users SET nickname_rules = $2, nickname_problem = $3 WHERE id = $1', [
    id,
    version,
    problem,
  ]);
  if (problem !== null && row.problem === null) await ask(tx, notices, id);
}

/** What is wrong with a nickname by itself. Names of the house say what they are. */
function ownProblem({ id, nickname }: Named): Problem | null {
  if (id < BigInt(firstUserId)) return null;
  if (imitatesStaff(nickname)) return 'like-staff';
  return nicknameFault(nickname) === null ? null : 'unreadable';
}

/** Takes what a nickname looks like, from holders of newer ones too. @returns what is wrong when an older one has it */
async function claimSkeletons(
  tx: Transaction,
  notices: AccountDeps['notices'],
  named: Named,
): Promise<'like-another' | null> {
  const skeletons = skeletonsOf(named.nickname);
  const { rows } = await tx.client.query<{ id: string; set_at: string | null }>(
    `SELECT u.id, u.nickname_set_at AS set_at FROM users u
      WHERE u.id IN (SELECT owner FROM nickname_skeletons WHERE skeleton = ANY ($1::text[]))
      ORDER BY u.id FOR NO KEY UPDATE`,
    [skeletons],
  );
  const holders = rows.map(({ id, set_at: setAt }) => ({
    id: BigInt(id),
    setAt: setAt === null ? null : Number(setAt),
  }));
  if (holders.some((holder) => isOlder(holder, named))) return 'like-another';
  for (const { id } of holders) {
    await tx.client.query('DELETE FROM nickname_skeletons WHERE owner = $1', [id]);
    await tx.client.query(`UPDATE users SET nickname_problem = 'like-another' WHERE id = $1`, [id]);
    await ask(tx, notices, id);
  }
  await tx.client.query('INSERT INTO nickname_skeletons (skeleton, owner) SELECT unnest($1::text[]), $2', [
    skeletons,
    named.id,
  ]);
  return null;
}

/** Whether one nickname was there before the other. */
function isOlder(one: Omit<Named, 'nickname'>, other: Omit<Named, 'nickname'>): boolean {
  if (one.setAt !== other.setAt) return (one.setAt ?? 0) < (other.setAt ?? 0);
  return one.id < other.id;
}

async function ask(tx: Transaction, notices: AccountDeps['notices'], owner: bigint): Promise<void> {
  await notices.send(tx, owner, 'account', 'notice/nickname-change', {});
}
