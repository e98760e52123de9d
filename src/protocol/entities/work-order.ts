import * as v from 'valibot';
import { fileId, id, timestamp } from '../fields.ts';

/**
 * Where a work order stands (spec point 4): `open` until customer service writes, `answered` while it waits for the
 * user, `waiting` while it waits for customer service again, `closed` by either side.
 */
export const workOrderState = v.picklist(['open', 'answered', 'waiting', 'closed']);
export type WorkOrderState = v.InferOutput<typeof workOrderState>;

/** What the app makes for each order and reply before it is sent: sent again, it has no second effect. */
export const workOrderClientId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/));

/** A work order as the list shows it. */
export const workOrder = v.object({
  id,
  /** Of the device that wrote it. */
  clientId: v.string(),
  title: v.string(),
  state: workOrderState,
  /** Customer service wrote, and the user has not looked. */
  unread: v.boolean(),
  at: timestamp,
  updatedAt: timestamp,
  /** Until when a reply opens a closed order again; null while it is not closed. */
  reopensUntil: v.nullable(timestamp),
});
export type WorkOrder = v.InferOutput<typeof workOrder>;

/** One thing that was said, or the closing of the order; a closing may carry words. */
export const workOrderReply = v.object({
  id,
  /** Of the device that wrote it; null for customer service. */
  clientId: v.nullable(v.string()),
  from: v.picklist(['person', 'support']),
  kind: v.picklist(['text', 'closed']),
  text: v.string(),
  images: v.array(fileId),
  at: timestamp,
});
export type WorkOrderReply = v.InferOutput<typeof workOrderReply>;

/** A whole work order: what it is about and all that was said since, oldest first. */
export const workOrderThread = v.object({
  order: workOrder,
  description: v.string(),
  images: v.array(fileId),
  replies: v.array(workOrderReply),
});
export type WorkOrderThread = v.InferOutput<typeof workOrderThread>;
