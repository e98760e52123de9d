import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { chatGroup, chatGroupHead, chatMembership, chatMessage, chatUser } from './entities.ts';
import { cursor, id, nothing, pageQuery, queryInteger } from '../core/fields.ts';
import { chatPasswordMaxLength, nicknameMaxLength } from '../core/limits.ts';

/** Calls of area `chat`. Messages are sent over the stream, see `ClientFrame` in `channels.ts`. */
export const chatCalls = defineCalls({
  'POST checkChatPwd': {
    area: 'chat',
    tag: 'Chat',
    access: 'user',
    money: false,
    cost: 'heavy',
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
    example: {
      input: { rules: 1 },
      output: {
        me: { handle: 'eBQwqmdYGEk', admitted: true, rulesAccepted: 1, passwordNeeded: false, banned: false },
        group: null,
      },
    },
  },
  'GET getChatList': {
    area: 'chat',
    tag: 'Chat',
    access: 'user',
    money: false,
    cost: 'read',
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
    example: {
      input: { what: 'messages', group: '1', size: '2' },
      output: {
        me: { handle: 'eBQwqmdYGEk', admitted: true, rulesAccepted: 1, passwordNeeded: false, banned: false },
        groups: [],
        messages: [
          {
            group: '1',
            number: 42,
            key: 'c2f1a9d07b3e4f58',
            author: { handle: 'eBQwqmdYGEk', nickname: 'Mei Lin', maskedId: '10••05', avatar: null },
            house: null,
            text: 'Good morning',
            image: null,
            reply: null,
            mentions: [],
            at: 1795359121805,
            removed: null,
          },
        ],
        members: [],
        next: null,
      },
    },
  },
  'GET common/getChatConfigs': {
    area: 'chat',
    tag: 'Chat',
    access: 'public',
    money: false,
    cost: 'read',
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
    example: {
      input: {},
      output: {
        open: true,
        password: false,
        rulesVersion: 1,
        rules: null,
        groups: [{ id: '1', key: 'lounge', name: 'Lounge', kind: 'open', members: 5 }],
        limits: { textMaxLength: 1000, sends: 5, windowMs: 10000, kept: 5000 },
      },
    },
  },
});
