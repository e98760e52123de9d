/** How coins are handed out. */
export const subscriptionManners = ['first-come', 'pro-rata'] as const;
export type SubscriptionManner = (typeof subscriptionManners)[number];

/** The states of a project, in their order. */
export const subscriptionStates = ['announced', 'in-progress', 'settling', 'ended'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Lines of the published list that one answer carries. */
export const allotmentLinesMax = 5_000;
