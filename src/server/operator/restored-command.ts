import { systemClock } from '../core/clock/clock.ts';
import { writeOperatorLog } from '../core/gate/operator-log.ts';
import type { Database } from '../core/store/database.ts';
import { renewIdentity } from '../core/store/renew-identity.ts';
import { endHolder } from '../core/store/server-lock.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';

/** Renews the identity of restored data. An engine that runs on it already ends, and is started again by its supervisor. */
async function restored(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason } = readSigned(args);
  if (words.length > 0) throw new UsageError('restored takes no words.');
  const identity = await database.transaction(async (tx) => {
    const at = systemClock();
    const renewed = await renewIdentity(tx, at);
    if (renewed === null) return null;
    const act = { what: 'restored', scope: null, subject: renewed.id, sessions: [] } as const;
    await writeOperatorLog(tx, act, { by, reason, at });
    return renewed;
  });
  if (identity === null) {
    say('Nothing ever ran on this data: it has no identity yet.');
    return false;
  }
  await endHolder(database);
  say(`The identity of the data is ${identity.id}. Edges follow the engine that starts on it.`);
  return true;
}

/** The command for restored data. */
export const restoredCommand: Readonly<Record<string, Command>> = {
  restored: {
    usage: 'restored --reason TEXT [--by NAME]',
    meaning:
      'After a backup was restored: renews the identity of the data. An engine that runs on it ends and starts again.',
    run: restored,
  },
};
