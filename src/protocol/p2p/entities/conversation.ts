import * as v from 'valibot';
import { entity, id, timestamp } from '#protocol/core/fields.ts';
import { chatMessage } from '#protocol/chat/entities.ts';

export const p2pTalk = entity('The conversation of a P2P order, as one of its two sides sees it.', {
  order: id,
  group: v.pipe(id, v.description('What the conversation is called in chat acts, `GET getChatList` and `chat:GROUP`.')),
  last: v.pipe(v.nullable(chatMessage), v.description('Its newest message.')),
  unread: v.pipe(v.number(), v.description('Messages of others that were not read, up to `chatUnreadMax` + 1.')),
  readThrough: v.pipe(v.number(), v.description('Everything up to this number was read by the caller.')),
  readByOther: v.pipe(v.number(), v.description('Everything up to this number was read by the other side.')),
  open: v.pipe(v.boolean(), v.description('Whether it takes messages: until the order ends.')),
  readableUntil: v.pipe(v.nullable(timestamp), v.description('When it is hidden from both sides; null while open.')),
});
export type P2pTalk = v.InferOutput<typeof p2pTalk>;
