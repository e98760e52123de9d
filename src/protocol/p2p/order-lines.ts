/** What the house says in the conversation of a P2P order: a line for each change of its state. */
export const orderLines = [
  'order-taken',
  'order-paid',
  'order-proof-buyer',
  'order-proof-seller',
  'order-appealed-buyer',
  'order-appealed-seller',
  'order-answered-buyer',
  'order-answered-seller',
  'order-released',
  'order-released-arbiter',
  'order-refunded',
  'order-cancelled',
  'order-expired',
  'order-unproven',
  'order-question',
  'order-asked',
  'order-case',
] as const;
export type OrderLine = (typeof orderLines)[number];
