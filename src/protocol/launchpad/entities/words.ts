/** How coins are handed out. */
export const launchpadManners = ['first-come', 'pro-rata'] as const;
export type LaunchpadManner = (typeof launchpadManners)[number];

/** The states of a project, in their order. */
export const launchpadStates = ['announced', 'in-progress', 'settling', 'ended'] as const;
export type LaunchpadState = (typeof launchpadStates)[number];

/** Lines of the published list that one answer carries. */
export const allotmentLinesMax = 5_000;
