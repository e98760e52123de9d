import type { ChatMessage, ChatUser, ChatQuote } from '#protocol/chat/entities.ts';
import type { OrderLine } from '#protocol/p2p/order-lines.ts';
import type { StoredMention } from './tables.ts';
import { talkWarningsOf } from '#protocol/core/text/talk-warnings.ts';

/** What a message of an order's conversation has beside those of groups. The house and the arbiter need no warning. */
function inTalk(row: MessageRow, order: string): Pick<ChatMessage, 'order' | 'warnings'> {
  const warnings = row.removed_by === null && row.user_id !== null ? talkWarningsOf(row.text) : [];
  return warnings.length === 0 ? { order } : { order, warnings };
}

/** Length of a quote. */
const quoteMaxLength = 140;

interface UserColumns {
  handle: string | null;
  nickname: string | null;
  avatar: string | null;
  user_id: string | null;
}

/** A row of `selection`, as the driver returns it. */
export interface MessageRow extends UserColumns {
  group_id: string;
  number: string;
  key: string | null;
  house: 'welcome' | OrderLine | null;
  text: string;
  image: string | null;
  image_width: number | null;
  image_height: number | null;
  reply_to: string | null;
  mentions: readonly StoredMention[];
  at: string;
  removed_by: 'author' | 'operator' | null;
  fiat_order: string | null;
  quoted_text: string | null;
  quoted_image: string | null;
  quoted_house: 'welcome' | OrderLine | null;
  quoted_removed: string | null;
  quoted_handle: string | null;
  quoted_nickname: string | null;
  quoted_avatar: string | null;
  quoted_user_id: string | null;
}

/** The columns of a message, with its author and what it answers to. */
export const selection = `
  SELECT m.group_id, m.number, m.key, m.house, m.text, m.image, m.image_width, m.image_height, m.reply_to, m.mentions,
         m.at, m.removed_by, t.fiat_order, p.handle, u.nickname, u.avatar, m.author AS user_id,
         q.text AS quoted_text, q.image AS quoted_image, q.house AS quoted_house, q.removed_by AS quoted_removed,
         qp.handle AS quoted_handle, qu.nickname AS quoted_nickname, qu.avatar AS quoted_avatar,
         q.author AS quoted_user_id
    FROM chat_messages m
    JOIN chat_groups t ON t.id = m.group_id
    LEFT JOIN chat_people p ON p.user_id = m.author
    LEFT JOIN users u ON u.id = m.author
    LEFT JOIN chat_messages q ON q.group_id = m.group_id AND q.number = m.reply_to
    LEFT JOIN chat_people qp ON qp.user_id = q.author
    LEFT JOIN users qu ON qu.id = q.author`;

/** An account's masked id. */
function maskedId(userId: string): string {
  return `${userId.slice(0, 2)}****${userId.slice(-2)}`;
}

/** The author as others see them; null for the house. */
export function toUser({ handle, nickname, avatar, user_id: userId }: UserColumns): ChatUser | null {
  return handle === null || userId === null ? null : { handle, nickname, maskedId: maskedId(userId), avatar };
}

/** The beginning of a text, split between characters. */
function beginning(text: string): string {
  const characters = Array.from(text);
  return characters.length <= quoteMaxLength ? text : `${characters.slice(0, quoteMaxLength - 1).join('')}…`;
}

function quoteOf(row: MessageRow): ChatQuote | null {
  if (row.reply_to === null) return null;
  const gone = row.quoted_text === null || row.quoted_removed !== null;
  return {
    number: Number(row.reply_to),
    author: gone
      ? null
      : toUser({
          handle: row.quoted_handle,
          nickname: row.quoted_nickname,
          avatar: row.quoted_avatar,
          user_id: row.quoted_user_id,
        }),
    text: gone ? '' : beginning(row.quoted_text ?? ''),
    image: !gone && row.quoted_image !== null,
    ...(gone || row.quoted_house === null ? {} : { house: row.quoted_house }),
    gone,
  };
}

/** A message as the API defines it. */
export function toMessage(row: MessageRow): ChatMessage {
  const isRemoved = row.removed_by !== null;
  const hasImage = !isRemoved && row.image !== null && row.image_width !== null && row.image_height !== null;
  return {
    group: row.group_id,
    number: Number(row.number),
    key: row.key,
    author: toUser(row),
    house: row.house,
    text: row.text,
    image: hasImage
      ? { id: row.image as string, width: row.image_width as number, height: row.image_height as number }
      : null,
    reply: isRemoved ? null : quoteOf(row),
    mentions: isRemoved ? [] : [...row.mentions],
    at: Number(row.at),
    removed: row.removed_by,
    ...(row.fiat_order === null ? {} : inTalk(row, row.fiat_order)),
  };
}
