import { chatGroupsMax } from '../../../protocol/limits.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import type { DoDeed } from './deed-log.ts';
import type { Moderation } from './moderation.ts';

/** The operator's deeds about the community and its groups. */
export function groupDeeds(
  deed: DoDeed,
  clock: () => number,
): Pick<Moderation, 'make' | 'password' | 'rules' | 'close'> {
  return {
    async make(name, kind, password) {
      const hash = password === null ? null : await hashPassword(password);
      return deed(async ({ client }) => {
        const { rows: counted } = await client.query<{ groups: string }>('SELECT count(*) AS groups FROM chat_groups');
        if (Number(counted[0]?.groups) >= chatGroupsMax) throw new Refusal('operationFailed');
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO chat_groups (name, kind, password_hash, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
          [name, kind, hash, clock()],
        );
        const id = BigInt(rows[0]?.id ?? 0);
        return { deed: { what: 'make', group: id, words: `${kind} ${name}` }, result: id };
      });
    },

    async password(group, password) {
      const hash = password === null ? null : await hashPassword(password);
      await deed(async ({ client }) => {
        const { rowCount } =
          group === null
            ? await client.query(
                'UPDATE chat_community SET password_hash = $1, password_version = password_version + 1',
                [hash],
              )
            : await client.query(`UPDATE chat_groups SET password_hash = $2 WHERE id = $1 AND kind = 'password'`, [
                group,
                hash,
              ]);
        if (rowCount === 0) throw new Refusal('notFound');
        return { deed: { what: 'password', group, words: hash === null ? 'taken away' : 'set' }, result: undefined };
      });
    },

    rules: (text) =>
      deed(async ({ client }) => {
        const { rows } = await client.query<{ version: number }>(
          'UPDATE chat_community SET rules = $1, rules_version = rules_version + 1 RETURNING rules_version AS version',
          [text],
        );
        return { deed: { what: 'rules', words: text ?? '' }, result: rows[0]?.version ?? 0 };
      }),

    close: (isClosed) =>
      deed(async ({ client }) => {
        const { rowCount } = await client.query('UPDATE chat_community SET closed = $1 WHERE closed <> $1', [isClosed]);
        if (rowCount === 0) throw new Refusal('alreadyProcessed');
        return { deed: { what: isClosed ? 'close' : 'open' }, result: undefined };
      }),
  };
}
