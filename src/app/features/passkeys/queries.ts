import { callQuery } from '#app/platform/api/call-query.ts';

/** Which checks are switched on, the passkeys among them. */
export const checksQuery = callQuery('GET verifySwitch', {});
