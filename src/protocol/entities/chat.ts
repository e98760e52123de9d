import * as v from 'valibot';
import { fileId, id, timestamp } from '../fields.ts';
import { chatMentionsMax, chatReportReasonMaxLength, chatTextMaxLength } from '../limits.ts';
import { shownText } from '../text/shown-text.ts';

/** How a user is named in the chat beside the nickname: random, so that nothing of the account can be read from it. */
export const chatHandle = v.pipe(v.string(), v.regex(/^[\w-]{11}$/));

/** The number of a message in its group: 1 is the first, each has one more than the one before. */
export const chatNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** The name an author's device gave a message: the same at every try, so that it is there once. */
export const chatMessageKey = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/));

/** Somebody in the chat: nickname, picture and masked id; never a phone number or an email address. */
export const chatUser = v.object({
  handle: chatHandle,
  nickname: v.nullable(v.string()),
  maskedId: v.string(),
  /** File id of the picture. */
  avatar: v.nullable(v.string()),
});
export type ChatUser = v.InferOutput<typeof chatUser>;

/** What a message answers to, as it stands now. */
export const chatQuote = v.object({
  number: chatNumber,
  /** Null for the house, and for what is gone. */
  author: v.nullable(chatUser),
  /** The beginning of its text. */
  text: v.string(),
  image: v.boolean(),
  /** It was removed, or is older than what is kept. */
  gone: v.boolean(),
});
export type ChatQuote = v.InferOutput<typeof chatQuote>;

/** A message. A removed one stays as a tombstone without its text, picture and quote. */
export const chatMessage = v.object({
  group: id,
  number: chatNumber,
  /** Null for the house. */
  key: v.nullable(v.string()),
  /** Null: the house itself. */
  author: v.nullable(chatUser),
  /** Words of the house that the app has in the reader's language; null where `text` says it. */
  house: v.nullable(v.picklist(['welcome'])),
  text: v.string(),
  image: v.nullable(v.object({ id: fileId, width: v.number(), height: v.number() })),
  reply: v.nullable(chatQuote),
  /** Who is named in the text, and by which nickname. */
  mentions: v.array(v.object({ handle: chatHandle, name: v.string() })),
  at: timestamp,
  removed: v.nullable(v.picklist(['author', 'operator'])),
});
export type ChatMessage = v.InferOutput<typeof chatMessage>;

/** `open`: everybody of the community; `password`: who knows its password; `members`: whom the operator put in. */
export const chatGroupKind = v.picklist(['open', 'password', 'members']);
export type ChatGroupKind = v.InferOutput<typeof chatGroupKind>;

/** What anybody may know of a group. */
export const chatGroupHead = v.object({
  id,
  /** A group whose name the app has in the reader's language; null where `name` says it. */
  key: v.nullable(v.picklist(['lounge'])),
  name: v.string(),
  kind: chatGroupKind,
  members: v.number(),
});
export type ChatGroupHead = v.InferOutput<typeof chatGroupHead>;

/** A group as one user sees it. */
export const chatGroup = v.object({
  ...chatGroupHead.entries,
  /** Whether the user reads it; a group with a password is listed before. */
  joined: v.boolean(),
  /** The newest message; null before one joins. */
  last: v.nullable(chatMessage),
  /** Messages of others that were not read, counted up to `chatUnreadMax` + 1. */
  unread: v.number(),
  /** Whether one of them names the user. */
  mentioned: v.boolean(),
  /** Everything up to this number was read; 0 when nothing was. */
  readThrough: v.number(),
  mutedUntil: v.nullable(timestamp),
});
export type ChatGroup = v.InferOutput<typeof chatGroup>;

/** How a user stands to the community. */
export const chatMembership = v.object({
  handle: chatHandle,
  /** Rules accepted as they stand, password given where there is one, and not banned. */
  admitted: v.boolean(),
  /** The version of the rules that was accepted last; 0 for none. */
  rulesAccepted: v.number(),
  passwordNeeded: v.boolean(),
  banned: v.boolean(),
});
export type ChatMembership = v.InferOutput<typeof chatMembership>;

/** What a user may do over the stream; each is named by the `id` of its frame and answered once it is durable. */
export const chatAct = v.variant('do', [
  v.strictObject({
    do: v.literal('say'),
    group: id,
    /** May be empty beside an image. */
    text: shownText({ shape: 'lines', most: chatTextMaxLength, least: 0 }),
    replyTo: v.optional(chatNumber),
    /** A file id of `POST api/upload/img` for the purpose `chat`. */
    image: v.optional(fileId),
    /** Handles of users whose `@nickname` stands in the text. */
    mentions: v.optional(v.pipe(v.array(chatHandle), v.maxLength(chatMentionsMax)), []),
  }),
  v.strictObject({ do: v.literal('read'), group: id, through: chatNumber }),
  v.strictObject({ do: v.literal('remove'), group: id, number: chatNumber }),
  v.strictObject({
    do: v.literal('report'),
    group: id,
    number: chatNumber,
    reason: shownText({ shape: 'line', most: chatReportReasonMaxLength, least: 0 }),
  }),
]);
export type ChatAct = v.InferInput<typeof chatAct>;
export type CheckedChatAct = v.InferOutput<typeof chatAct>;
