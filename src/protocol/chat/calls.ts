import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { chatGroup, chatGroupHead, chatMembership, chatMessage, chatUser } from './entities.ts';
import { cursor, id, nothing, pageQuery, queryInteger } from '../core/fields.ts';
import { chatPasswordMaxLength, nicknameMaxLength } from '../core/limits.ts';

/** Calls of area `chat`. Messages are sent over the stream, see `ClientFrame` in `channels.ts`. */
export const chatCalls = defineCalls({
  'POST checkChatPwd': {
    area: 'chat',
    access: 'user',
    money: false,
    purpose: 'Open the chat community, or one of its groups: accept the rules, give the password where there is one.',
    input: v.strictObject({
      group: v.pipe(v.optional(id), v.description('A group to join; without it the community.')),
      rules: v.pipe(
        v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
        v.description('The version of the rules that was read and is accepted.'),
      ),
      password: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(chatPasswordMaxLength))),
    }),
    output: v.object({ me: chatMembership, group: v.nullable(chatGroup) }),
    refuses: ['notFound', 'chatPasswordWrong', 'chatUpgrading', 'verificationTooOften'],
  },
  'GET getChatList': {
    area: 'chat',
    access: 'user',
    money: false,
    purpose:
      'By `what`: own groups, or the one that `group` names, as the conversation of an order; messages of a group, newest first before `cursor` or oldest first behind `after`; its members.',
    input: v.strictObject({
      what: v.optional(v.picklist(['groups', 'messages', 'members']), 'messages'),
      group: v.optional(id),
      ...pageQuery,
      after: v.pipe(
        v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
        v.description('Messages with greater numbers, oldest first: what fills a gap.'),
      ),
      name: v.pipe(
        v.optional(v.pipe(v.string(), v.maxLength(nicknameMaxLength))),
        v.description('Members whose nickname begins like this.'),
      ),
    }),
    output: v.object({
      me: chatMembership,
      groups: v.array(chatGroup),
      messages: v.array(chatMessage),
      members: v.array(chatUser),
      next: v.nullable(cursor),
    }),
    refuses: ['notFound', 'chatUpgrading'],
  },
  'GET common/getChatConfigs': {
    area: 'chat',
    access: 'public',
    money: false,
    purpose: 'Chat configuration: groups everybody may know of, rules and limits.',
    input: nothing,
    output: v.object({
      open: v.pipe(v.boolean(), v.description('False while the operator keeps it closed.')),
      password: v.pipe(v.boolean(), v.description('Whether the community asks for a password.')),
      rulesVersion: v.pipe(
        v.number(),
        v.description('Version of the rules, and the operator’s own words beside those of the app; null for none.'),
      ),
      rules: v.nullable(v.string()),
      groups: v.array(chatGroupHead),
      limits: v.object({
        textMaxLength: v.number(),
        sends: v.pipe(v.number(), v.description('Messages one user may send within the window.')),
        windowMs: v.number(),
        kept: v.pipe(v.number(), v.description('Messages a group keeps.')),
      }),
    }),
    refuses: [],
  },
});
