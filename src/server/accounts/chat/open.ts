import { minuteMs } from '#protocol/core/durations.ts';
import { chatMessagesRetained } from '#protocol/core/limits.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import { createChatHandlers } from './calls.ts';
import { type Chat, createChat } from './chat.ts';
import type { ChatDeps } from './deps.ts';
import { enteringLimits } from './entering.ts';
import { createHouseGroups } from './house.ts';
import { followLog } from './log-following.ts';
import { pruneMessages } from './removal.ts';
import { chatTopics } from './topic.ts';

const pollEveryMs = 500;
const pruneEveryMs = 10 * minuteMs;

/** The chat of a running exchange. */
export interface OpenedChat extends Area<ReturnType<typeof createChatHandlers>> {
  /** The chat; null while disabled. */
  readonly chat: Chat | null;
}

/** Opens the chat: the house groups, its calls and its topics. */
export async function openChat(deps: ChatDeps & Pick<CoreDeps, 'logger'>): Promise<OpenedChat> {
  const { database, clock } = deps;
  await createHouseGroups(database, clock());
  const chat = createChat(deps);
  const onFailure = (error: unknown) => deps.logger.error({ err: error }, 'a group of the chat could not be read');
  const prune = () => database.transaction((tx) => pruneMessages(tx, chatMessagesRetained));
  return {
    chat: deps.isOn ? chat : null,
    calls: createChatHandlers({ database, clock, limits: enteringLimits(deps.addressFactor) }),
    topics: deps.isOn ? chatTopics(chat, { asks: database.pool, clock, onFailure }) : {},
    jobs: [
      { name: 'follow the operator of the chat', everyMs: pollEveryMs, run: await followLog(database, chat) },
      { name: 'publish unconfirmed messages', everyMs: pollEveryMs, run: () => chat.publishUnconfirmed() },
      { name: 'prune the chat', everyMs: pruneEveryMs, run: prune, isLoggedOnly: true },
    ],
  };
}
