/** Durations in milliseconds, for limits, ages and calendars. Every day has 24 hours: all calendars are in UTC. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
