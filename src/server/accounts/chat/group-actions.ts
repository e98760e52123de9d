import { chatGroupsMax } from '../../../protocol/core/limits.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { hashPassword } from '../account/passwords/password-hash.ts';
import type { RunAction } from './action-log.ts';
import type { Moderation } from './moderation.ts';

/** Operator actions on the community and its groups. */
export function groupActions(
  run: RunAction,
  clock: () => number,
): Pick<Moderation, 'make' | 'password' | 'rules' | 'close'> {
  return {
    async make(name, kind, password) {
      const hash = password === null ? null : await hashPassword(password);
      return run(async ({ client }) => {
        const { rows: counted } = await client.query<{ groups: string }>(
          `SELECT count(*) AS groups FROM chat_groups WHERE kind <> 'order'`,
        );
        if (Number(counted[0]?.groups) >= chatGroupsMax) throw new Refusal('operationFailed');
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO chat_groups (name, kind, password_hash, created_at) VALUES ($1, $2, $3, $4) RETURNING id`,
          [name, kind, hash, clock()],
        );
        const id = BigInt(rows[0]?.id ?? 0);
        return { action: { what: 'make', group: id, words: `${kind} ${name}` }, result: id };
      });
    },

    async password(group, password) {
      const hash = password === null ? null : await hashPassword(password);
      await run(async ({ client }) => {
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
        return { action: { what: 'password', group, words: hash === null ? 'taken away' : 'set' }, result: undefined };
      });
    },

    rules: (text) =>
      run(async ({ client }) => {
        const { rows } = await client.query<{ version: number }>(
          'UPDATE chat_community SET rules = $1, rules_version = rules_version + 1 RETURNING rules_version AS version',
          [text],
        );
        return { action: { what: 'rules', words: text ?? '' }, result: rows[0]?.version ?? 0 };
      }),

    close: (isClosed) =>
      run(async ({ client }) => {
        const { rowCount } = await client.query('UPDATE chat_community SET closed = $1 WHERE closed <> $1', [isClosed]);
        if (rowCount === 0) throw new Refusal('alreadyProcessed');
        return { action: { what: isClosed ? 'close' : 'open' }, result: undefined };
      }),
  };
}
