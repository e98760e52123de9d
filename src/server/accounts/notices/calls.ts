import type { AreaHandlers } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Notices } from './notices.ts';

type NoticeHandlers = Pick<
  AreaHandlers<'support'>,
  'GET notice/noticeNum' | 'PUT notice/readAll' | 'GET notice/info/{id}' | 'GET notice/list'
>;

/** Handlers of area `support` (its notices). */
export function createNoticeHandlers(notices: Notices): NoticeHandlers {
  return {
    'GET notice/noticeNum': async (_, { caller }) => ({ unread: await notices.unread(caller.userId) }),

    'PUT notice/readAll': async ({ through }, { caller }) => {
      await notices.readAll(caller.userId, through === undefined ? null : BigInt(through));
      return {};
    },

    'GET notice/info/{id}': async ({ id, language }, { caller }) => {
      const found = await notices.read(caller.userId, BigInt(id), language);
      if (found === null) throw new Refusal('notFound');
      return found;
    },

    'GET notice/list': async (query, { caller }) => notices.list(caller.userId, query),
  };
}
