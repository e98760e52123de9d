import { dayMs } from '#protocol/core/durations.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Own profile, with the sessions. */
export const profileQuery = callQuery('GET info', {});

/** Countries with their calling codes. */
export const callingCodesQuery = { ...callQuery('GET common/phoneCode', {}), staleTime: dayMs };

/** Texts a user agrees to. */
export type Agreement = 'page/agreement' | 'page/privacy';
