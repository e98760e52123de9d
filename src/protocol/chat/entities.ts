import * as v from 'valibot';
import { choice, entity, fileId, id, timestamp } from '../core/fields.ts';
import { chatMentionsMax, chatReportReasonMaxLength, chatTextMaxLength } from '../core/limits.ts';
import { shownText } from '../core/text/shown-text.ts';
import { talkWarnings } from '../core/text/talk-warnings.ts';
import { orderLines } from '../p2p/order-lines.ts';

export const chatHandle = v.pipe(
  v.string(),
  v.regex(/^[\w-]{11}$/),
  v.description(
    'How a user is named in the chat beside the nickname: random, so that nothing of the account can be read from it.',
  ),
);

export const chatNumber = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.description('The number of a message in its group: 1 is the first, each has one more than the one before.'),
);

export const chatMessageKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]{16,64}$/),
  v.description('The name an author’s device gave a message: the same at every try, so that it is there once.'),
);

export const chatUser = entity(
  'Somebody in the chat: nickname, picture and masked id; never a phone number or an email address.',
  {
    handle: chatHandle,
    nickname: v.nullable(v.string()),
    maskedId: v.string(),
    avatar: v.pipe(v.nullable(v.string()), v.description('File id of the picture.')),
  },
);
export type ChatUser = v.InferOutput<typeof chatUser>;

export const chatQuote = entity('What a message answers to, as it stands now.', {
  number: chatNumber,
  author: v.pipe(v.nullable(chatUser), v.description('Null for the house, and for what is gone.')),
  text: v.pipe(v.string(), v.description('The beginning of its text.')),
  image: v.boolean(),
  house: v.pipe(
    v.optional(v.picklist(['welcome', ...orderLines])),
    v.description('Words of the house that the app has; absent for any other message.'),
  ),
  gone: v.pipe(v.boolean(), v.description('It was removed, or is older than what is kept.')),
});
export type ChatQuote = v.InferOutput<typeof chatQuote>;

export const chatMessage = entity(
  'A message. A removed one stays as a tombstone without its text, picture and quote.',
  {
    group: id,
    number: chatNumber,
    key: v.pipe(v.nullable(v.string()), v.description('Null for the house.')),
    author: v.pipe(v.nullable(chatUser), v.description('Null: the house itself.')),
    house: v.pipe(
      v.nullable(v.picklist(['welcome', ...orderLines])),
      v.description('Words of the house that the app has in the reader’s language; null where `text` says it.'),
    ),
    text: v.string(),
    image: v.nullable(v.object({ id: fileId, width: v.number(), height: v.number() })),
    reply: v.nullable(chatQuote),
    mentions: v.pipe(
      v.array(v.object({ handle: chatHandle, name: v.string() })),
      v.description('Who is named in the text, and by which nickname.'),
    ),
    at: timestamp,
    removed: v.nullable(v.picklist(['author', 'operator'])),
    order: v.pipe(v.optional(id), v.description('The P2P order whose conversation it belongs to; absent in groups.')),
    warnings: v.pipe(
      v.optional(v.array(v.picklist(talkWarnings))),
      v.description(
        'In the conversation of an order: what it is to be read with care for. Absent where there is nothing.',
      ),
    ),
  },
);
export type ChatMessage = v.InferOutput<typeof chatMessage>;

export const chatGroupKind = choice(
  '`open`: everybody of the community; `password`: who knows its password; `members`: whom the operator put in; `order`: the conversation of a P2P order, for its two sides.',
  ['open', 'password', 'members', 'order'],
);

export const chatGroupHead = entity('What anybody may know of a group.', {
  id,
  key: v.pipe(
    v.nullable(v.picklist(['lounge'])),
    v.description('A group whose name the app has in the reader’s language; null where `name` says it.'),
  ),
  name: v.string(),
  kind: chatGroupKind,
  members: v.number(),
});
export type ChatGroupHead = v.InferOutput<typeof chatGroupHead>;

export const chatGroup = entity('A group as one user sees it.', {
  ...chatGroupHead.entries,
  joined: v.pipe(v.boolean(), v.description('Whether the user reads it; a group with a password is listed before.')),
  last: v.pipe(v.nullable(chatMessage), v.description('The newest message; null before one joins.')),
  unread: v.pipe(
    v.number(),
    v.description('Messages of others that were not read, counted up to `chatUnreadMax` + 1.'),
  ),
  mentioned: v.pipe(v.boolean(), v.description('Whether one of them names the user.')),
  readThrough: v.pipe(v.number(), v.description('Everything up to this number was read; 0 when nothing was.')),
  mutedUntil: v.nullable(timestamp),
});
export type ChatGroup = v.InferOutput<typeof chatGroup>;

export const chatMembership = entity('How a user stands to the community.', {
  handle: chatHandle,
  admitted: v.pipe(
    v.boolean(),
    v.description('Rules accepted as they stand, password given where there is one, and not banned.'),
  ),
  rulesAccepted: v.pipe(v.number(), v.description('The version of the rules that was accepted last; 0 for none.')),
  passwordNeeded: v.boolean(),
  banned: v.boolean(),
});
export type ChatMembership = v.InferOutput<typeof chatMembership>;

export const chatAct = v.pipe(
  v.variant('do', [
    v.strictObject({
      do: v.literal('say'),
      group: id,
      text: v.pipe(
        shownText({ shape: 'lines', most: chatTextMaxLength, least: 0 }),
        v.description('May be empty beside an image.'),
      ),
      replyTo: v.optional(chatNumber),
      image: v.pipe(v.optional(fileId), v.description('A file id of `POST api/upload/img` for the purpose `chat`.')),
      mentions: v.pipe(
        v.optional(v.pipe(v.array(chatHandle), v.maxLength(chatMentionsMax)), []),
        v.description('Handles of users whose `@nickname` stands in the text.'),
      ),
    }),
    v.strictObject({ do: v.literal('read'), group: id, through: chatNumber }),
    v.strictObject({ do: v.literal('remove'), group: id, number: chatNumber }),
    v.strictObject({
      do: v.literal('report'),
      group: id,
      number: chatNumber,
      reason: shownText({ shape: 'line', most: chatReportReasonMaxLength, least: 0 }),
    }),
  ]),
  v.description(
    'What a user may do over the stream; each is named by the `id` of its frame and answered once it is durable.',
  ),
);
export type ChatAct = v.InferInput<typeof chatAct>;
export type CheckedChatAct = v.InferOutput<typeof chatAct>;
