import { minuteMs } from '#protocol/core/durations.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import type { WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { type HoursAt, localDay } from '#app/platform/format/time-format.ts';

/** A row of the conversation, oldest first. */
export type Row =
  | { readonly is: 'start'; readonly key: 'start' }
  | { readonly is: 'day'; readonly key: string; readonly at: number }
  | { readonly is: 'unread'; readonly key: 'unread' }
  | {
      readonly is: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      readonly isOwn: boolean;
      /** The first of several of one author shortly after each other carries name and picture. */
      readonly isFirst: boolean;
    }
  | { readonly is: 'waiting'; readonly key: string; readonly write: WaitingWrite<'chat-message'> };

interface TimelineInput {
  readonly messages: readonly ChatMessage[];
  readonly waiting: readonly WaitingWrite<'chat-message'>[];
  /** Own handle; null before it is known. */
  readonly me: string | null;
  /** The last message that was read when the room was opened; null when nothing was unread. */
  readonly readThrough: number | null;
  /** Of the zone by which days end. */
  readonly hoursAt: HoursAt;
  /** Whether there is nothing before the first message. */
  readonly isWhole: boolean;
}

/** Messages of one author that follow each other within this belong together. */
const togetherMs = 5 * minuteMs;

/** The conversation as rows: days, the line above what is unread, messages, and what still waits to be sent. */
export function timeline({ messages, waiting, me, readThrough, hoursAt, isWhole }: TimelineInput): Row[] {
  const rows: Row[] = isWhole ? [] : [{ is: 'start', key: 'start' }];
  const dayOf = (at: number) => localDay(at, hoursAt);
  const sent = new Set<string>();
  let before: ChatMessage | null = null;
  let isMarked = readThrough === null;
  for (const message of messages) {
    const isOwn = message.author !== null && message.author.handle === me;
    if (message.key !== null && isOwn) sent.add(message.key);
    const isNewDay = before === null || dayOf(before.at) !== dayOf(message.at);
    if (isNewDay) rows.push({ is: 'day', key: `day ${dayOf(message.at)}`, at: message.at });
    const isUnread =
      !isMarked && readThrough !== null && message.number > readThrough && !isOwn && message.author !== null;
    if (isUnread) {
      rows.push({ is: 'unread', key: 'unread' });
      isMarked = true;
    }
    const isFirst =
      isNewDay ||
      isUnread ||
      before === null ||
      before.author?.handle !== message.author?.handle ||
      message.at - before.at > togetherMs;
    const key = isOwn && message.key !== null ? ownKey(message.key) : `number ${message.number}`;
    rows.push({ is: 'message', key, message, isOwn, isFirst });
    before = message;
  }
  for (const write of waiting) if (!sent.has(write.id)) rows.push({ is: 'waiting', key: ownKey(write.id), write });
  return rows;
}

/** The same for an own message that waits and for the one it becomes, so that its row stays where it is. */
function ownKey(key: string): string {
  return `own ${key}`;
}
