import { codes } from '#protocol/core/codes.ts';
import type { TicketThread } from '#protocol/tickets/entities.ts';
import { ApiRefusal, call } from '../api/api.ts';
import { observable } from '../observable.ts';
import { uploadedImages } from './outbox-images.ts';

/** A new ticket as the outbox keeps it; `images` are keys of `outbox-images.ts`. */
export interface TicketToSend {
  readonly title: string;
  readonly description: string;
  readonly images: readonly string[];
}

/** A reply, or the closing of an order, as the outbox keeps it. */
export interface ReplyToSend {
  readonly order: string;
  readonly text: string;
  readonly images: readonly string[];
  readonly close: boolean;
}

/** The thread that the exchange answered with last: screens show it before what waited is gone. */
export const sentThread = observable<TicketThread | null>(null);

/** Sends a ticket that waited, its pictures first. `clientId` makes that one order, however often it is sent. */
export function sendTicket({ title, description, images }: TicketToSend, clientId: string): Promise<void> {
  return withImages(images, (files) => call('POST worker/order/add', { clientId, title, description, images: files }));
}

/** Sends a reply that waited, its pictures first. */
export function sendTicketReply({ order, text, close, images }: ReplyToSend, clientId: string): Promise<void> {
  return withImages(images, (files) =>
    call('POST worker/order/reply/add', { order, clientId, text, close, images: files }),
  );
}

async function withImages(
  keys: readonly string[],
  sendWith: (files: string[]) => Promise<TicketThread>,
): Promise<void> {
  const send = async (files: string[]) => sentThread.set(await sendWith(files));
  if (keys.length === 0) return send([]);
  try {
    return await send(await uploadedImages(keys));
  } catch (error) {
    // Uploaded days ago and never used, they are gone there by now.
    const isGone = error instanceof ApiRefusal && error.code === codes.uploadPhotos;
    if (!isGone) throw error;
    return send(await uploadedImages(keys, true));
  }
}
