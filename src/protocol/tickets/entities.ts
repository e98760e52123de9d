import * as v from 'valibot';
import { choice, entity, fileId, id, timestamp } from '../core/fields.ts';

export const ticketState = choice(
  'Where a ticket stands: `open` until customer service writes, `answered` while it waits for the user, `waiting` while it waits for customer service again, `closed` by either side.',
  ['open', 'answered', 'waiting', 'closed'],
);
export type TicketState = v.InferOutput<typeof ticketState>;

export const ticketClientId = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{32}$/),
  v.description('What the app makes for each order and reply before it is sent: sent again, it has no second effect.'),
);

export const ticket = entity('A ticket as the list shows it.', {
  id,
  clientId: v.pipe(v.string(), v.description('Of the device that wrote it.')),
  title: v.string(),
  state: ticketState,
  unread: v.pipe(v.boolean(), v.description('Customer service wrote, and the user has not looked.')),
  at: timestamp,
  updatedAt: timestamp,
  reopensUntil: v.pipe(
    v.nullable(timestamp),
    v.description('Until when a reply opens a closed order again; null while it is not closed.'),
  ),
});
export type Ticket = v.InferOutput<typeof ticket>;

export const ticketReply = entity('One thing that was said, or the closing of the order; a closing may carry words.', {
  id,
  clientId: v.pipe(v.nullable(v.string()), v.description('Of the device that wrote it; null for customer service.')),
  from: v.picklist(['person', 'support']),
  kind: v.picklist(['text', 'closed']),
  text: v.string(),
  images: v.array(fileId),
  at: timestamp,
});
export type TicketReply = v.InferOutput<typeof ticketReply>;

export const ticketThread = entity('A whole ticket: what it is about and all that was said since, oldest first.', {
  order: ticket,
  description: v.string(),
  images: v.array(fileId),
  replies: v.array(ticketReply),
});
export type TicketThread = v.InferOutput<typeof ticketThread>;
