import { nicknameFault } from '#protocol/core/text/nickname.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { comparisonVersion, skeletonsOf } from './skeleton.ts';
import { imitatesStaff } from './staff-names.ts';

/** Invisible characters, and bidirectional overrides. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u;

/** The key that members of a chat are listed and searched by: without capitals, with single spaces. */
export function nicknameKey(nickname: string): string {
  return nickname.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/**
 * What is typed as a nickname, cleaned.
 *
 * @throws Refusal `enterName` when it holds characters that names do not have or letters of several scripts
 *   (`nicknameFault`), `nicknameTaken` when it passes for staff
 */
export function checkedNickname(typed: string): string {
  const nickname = plainText(typed, 'line');
  if (unseen.test(typed)) throw new Refusal('enterName');
  // Such a name is taken: by the staff it passes for.
  if (imitatesStaff(nickname)) throw new Refusal('nicknameTaken');
  const fault = nicknameFault(nickname);
  if (fault !== null) throw new Refusal('enterName', { why: fault });
  return nickname;
}

/**
 * Gives a user a nickname that was checked, in place of the one before. Only this and `claimSkeletons` write what
 * nicknames are compared by.
 *
 * @throws a unique violation when it looks like another user's
 */
export async function takeNickname(tx: Transaction, owner: bigint, nickname: string, at: number): Promise<void> {
  const { client } = tx;
  await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner]);
  await client.query('DELETE FROM nickname_skeletons WHERE owner = $1', [owner]);
  await client.query('INSERT INTO nickname_skeletons (skeleton, owner) SELECT unnest($1::text[]), $2', [
    skeletonsOf(nickname),
    owner,
  ]);
  await client.query(
    `UPDATE users SET nickname = $2, nickname_key = $3, nickname_set_at = $4, nickname_rules = $5, nickname_problem = NULL
      WHERE id = $1`,
    [owner, nickname, nicknameKey(nickname), at, comparisonVersion()],
  );
}

/** Whether nobody has a nickname that looks like this one. */
export async function isFreeNickname(client: Queryable, nickname: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM nickname_skeletons WHERE skeleton = ANY ($1::text[]) LIMIT 1', [
    skeletonsOf(nickname),
  ]);
  return rows.length === 0;
}
