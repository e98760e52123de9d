import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import { call } from '../api/api.ts';
import type { ReadMarkToSend, MessageToSend } from './chat-sending.ts';
import { language } from '../language/language.ts';
import type { ReplyToSend, TicketToSend } from './ticket-sending.ts';

/** How one kind of write is sent. */
export interface Kind<Input> {
  /**
   * Sends it. When the answer is lost it is sent again with the same `id`, so it must then have no second effect.
   *
   * @param id of the write: the same at every try, another for every write
   */
  readonly send: (input: Input, id: string) => Promise<unknown>;
  /** Query roots whose answers it changes. */
  readonly refreshes: readonly string[];
  /**
   * A write that was refused, or given up, stays on the device and out of the way of the others, until the user tries
   * it again or deletes it: what a user wrote is never lost silently.
   */
  readonly keepsRefused?: true;
  /** Runs once it no longer waits, sent or given up: removes what it stored on the device. */
  readonly left?: (input: Input) => Promise<void>;
}

function kind<Input>(of: Kind<Input>): Kind<Input> {
  return of;
}

const noticeRoots = ['notice/list', 'notice/noticeNum'] as const;

const ticketRoots = ['worker/order/list'] as const;

/** Removes the pictures of a ticket or a reply from the device. */
const letGo = async ({ images }: Pick<ReplyToSend, 'images'>) => {
  if (images.length > 0) await (await import('./outbox-images.ts')).letGoOfImages(images);
};

export const kinds = {
  /** A notice was opened. */
  'notice-read': kind<{ readonly id: string }>({
    send: ({ id }) => call('GET notice/info/{id}', { id, language: language.get() }),
    refreshes: noticeRoots,
  }),
  /** All notices up to one were marked read. */
  'notices-read': kind<{ readonly through: string }>({
    send: ({ through }) => call('PUT notice/readAll', { through }),
    refreshes: noticeRoots,
  }),
  /** A risk warning was read and accepted. */
  'risk-accepted': kind<{ readonly area: RiskArea }>({
    send: ({ area }) => call('POST bindAccount', { kind: 'risk', area }),
    refreshes: [],
  }),
  /** A new ticket; its id here is its client id there. */
  'work-order': kind<TicketToSend>({
    send: async (input, id) => (await import('./ticket-sending.ts')).sendTicket(input, id),
    refreshes: ticketRoots,
    keepsRefused: true,
    left: letGo,
  }),
  /** A message to a group of the chat; its id here is its key there. */
  'chat-message': kind<MessageToSend>({
    send: async (input, id) => (await import('./chat-sending.ts')).sendChatMessage(input, id),
    refreshes: [],
    keepsRefused: true,
    left: ({ image }) => letGo({ images: image === null ? [] : [image] }),
  }),
  /** Up to where a group was read. */
  'chat-mark': kind<ReadMarkToSend>({
    send: async (input, id) => (await import('./chat-sending.ts')).sendReadMark(input, id),
    refreshes: [],
  }),
  /** A reply to a ticket, or its closing. */
  'work-order-reply': kind<ReplyToSend>({
    send: async (input, id) => (await import('./ticket-sending.ts')).sendTicketReply(input, id),
    refreshes: ticketRoots,
    keepsRefused: true,
    left: letGo,
  }),
};

/** A kind of write that may wait. */
export type OutboxKind = keyof typeof kinds;

/** What a write of a kind is sent with. */
export type OutboxInput<K extends OutboxKind> = Parameters<(typeof kinds)[K]['send']>[0];
