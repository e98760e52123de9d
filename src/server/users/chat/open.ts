import { minuteMs } from '../../../protocol/durations.ts';
import { chatMessagesRetained } from '../../../protocol/limits.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Closers } from '../../core/jobs/closers.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../../core/log/log.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Database } from '../../core/store/database.ts';
import type { Troubles } from '../../core/jobs/troubles.ts';
import { createChat } from './chat.ts';
import { enteringLimits } from './entering.ts';
import { createChatHandlers } from './calls.ts';
import { createHouseGroups } from './house.ts';
import { followLog } from './log-following.ts';
import { pruneMessages } from './removal.ts';

const pollEveryMs = 500;
const pruneEveryMs = 10 * minuteMs;

/** The chat of a running exchange: its calls, what the stream needs of it, and what is done again and again. */
export async function openChat(deps: {
  readonly database: Database;
  readonly files: Files;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly addressFactor: number;
  readonly isOn: boolean;
  readonly troubles?: Troubles;
}) {
  const { database, clock, logger, closers, troubles } = deps;
  await createHouseGroups(database, clock());
  const chat = createChat(deps);
  const repeated = [
    repeat(logger, 'follow the operator of the chat', pollEveryMs, await followLog(database, chat), troubles),
    repeat(logger, 'tell what was said unheard', pollEveryMs, () => chat.publishUnconfirmed(), troubles),
    repeat(logger, 'prune the chat', pruneEveryMs, () =>
      database.transaction((tx) => pruneMessages(tx, chatMessagesRetained)),
    ),
  ];
  closers.add('chat', async () => {
    await Promise.all(repeated.map((one) => one.close()));
  });
  return {
    /** What the stream serves; null while the area is switched off. */
    chat: deps.isOn ? chat : null,
    handlers: createChatHandlers({ database, clock, limits: enteringLimits(deps.addressFactor) }),
  };
}
