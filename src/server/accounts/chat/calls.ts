import type { CallOutput } from '#protocol/calls.ts';
import {
  chatMessagesRetained,
  chatSendsMax,
  chatSendWindowMs,
  chatTextMaxLength,
  pageSizeMax,
} from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import { readCommunity } from './community.ts';
import { type EnteringLimits, enterChat } from './entering.ts';
import { groupsOf, joinOpenGroups, mayRead, membersOf, publicGroups, standingOf } from './groups.ts';
import { createMemberCounts } from './member-counts.ts';
import { messagesAfter, messagesBefore } from './read-messages.ts';

export interface ChatHandlersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: EnteringLimits;
}

type ListAnswer = CallOutput<'GET getChatList'>;

/** Handlers of area `chat`. */
export function createChatHandlers(deps: ChatHandlersDeps): AreaHandlers<'chat'> {
  const { database, clock } = deps;
  const { pool } = database;
  const counts = createMemberCounts(database, clock);
  return {
    'POST checkChatPwd': async (input, { caller, address }) =>
      enterChat({ ...deps, counts }, caller.userId, address, input),

    'GET getChatList': async (query, { caller: { userId } }) => {
      const me = await standingOf(pool, userId);
      const answer: ListAnswer = { me, groups: [], messages: [], members: [], next: null };
      const named = query.group === undefined ? null : BigInt(query.group);
      if (query.what === 'groups' && named !== null) {
        if (!(await mayRead(pool, userId, named, clock()))) throw new Refusal('notFound');
        return { ...answer, groups: await groupsOf(pool, counts, userId, named) };
      }
      if (query.what === 'groups') {
        // A user not admitted yet gets that state and no groups.
        if (!me.admitted) return answer;
        await joinOpenGroups(pool, userId, clock());
        return { ...answer, groups: await groupsOf(pool, counts, userId) };
      }
      const group = named;
      if (group === null || !(await mayRead(pool, userId, group, clock()))) throw new Refusal('notFound');
      if (query.what === 'members') {
        return { ...answer, ...(await membersOf(pool, group, query.name ?? '', query.cursor ?? null, query.size)) };
      }
      if (query.after !== undefined) {
        const messages = await messagesAfter(pool, group, query.after, query.size);
        return { ...answer, messages, next: nextOf(messages, query.size) };
      }
      const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : numberOf(query.cursor);
      const messages = await messagesBefore(pool, group, before, query.size);
      return { ...answer, messages, next: messages.at(-1)?.number === 1 ? null : nextOf(messages, query.size) };
    },

    'GET common/getChatConfigs': async () => {
      const community = await readCommunity(pool);
      return {
        open: !community.closed,
        password: community.passwordHash !== null,
        rulesVersion: community.rulesVersion,
        rules: community.rules,
        groups: await publicGroups(pool, counts),
        limits: {
          textMaxLength: chatTextMaxLength,
          sends: chatSendsMax,
          windowMs: chatSendWindowMs,
          kept: chatMessagesRetained,
        },
      };
    },
  };
}

/** @throws Refusal `operationFailed` for an invalid cursor */
function numberOf(cursor: string): number {
  const number = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Refusal('operationFailed');
  return number;
}

/** A page that is not full is the last one. */
function nextOf(messages: readonly { readonly number: number }[], size: number): string | null {
  const last = messages.at(-1);
  return last === undefined || messages.length < Math.min(size, pageSizeMax) ? null : String(last.number);
}
