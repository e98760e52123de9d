import { chatMessagesKept } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Closers } from '../closers.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../log.ts';
import { repeat } from '../repeating.ts';
import type { Database } from '../store/database.ts';
import type { Troubles } from '../troubles.ts';
import { createChat } from './chat.ts';
import { enteringLimits } from './entering.ts';
import { createChatHandlers } from './handlers.ts';
import { layTheHouse } from './house.ts';
import { followLog } from './log-following.ts';
import { pruneMessages } from './removal.ts';

const lookEveryMs = 500;
const pruneEveryMs = 10 * 60_000;

/** The chat of a running exchange: its calls, what the stream needs of it, and what is done again and again. */
export async function openChat(ground: {
  readonly database: Database;
  readonly files: Files;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly addressFactor: number;
  readonly isOn: boolean;
  readonly troubles?: Troubles;
}) {
  const { database, clock, logger, closers, troubles } = ground;
  await layTheHouse(database, clock());
  const chat = createChat(ground);
  const repeated = [
    repeat(logger, 'follow the operator of the chat', lookEveryMs, await followLog(database, chat), troubles),
    repeat(logger, 'tell what was said unheard', lookEveryMs, () => chat.tellUnheard(), troubles),
    repeat(logger, 'prune the chat', pruneEveryMs, () =>
      database.transaction((tx) => pruneMessages(tx, chatMessagesKept)),
    ),
  ];
  closers.add('chat', async () => {
    await Promise.all(repeated.map((one) => one.close()));
  });
  return {
    /** What the stream serves; null while the area is switched off. */
    chat: ground.isOn ? chat : null,
    handlers: createChatHandlers({ database, clock, limits: enteringLimits(ground.addressFactor) }),
  };
}
