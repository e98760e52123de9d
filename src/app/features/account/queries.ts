import { callQuery } from '../../platform/api/call-query.ts';

/** Own profile, with the sessions. */
export const profileQuery = callQuery('GET info', {});

/** Countries with their calling codes. */
export const callingCodesQuery = { ...callQuery('GET common/phoneCode', {}), staleTime: 24 * 3_600_000 };

/** Texts a user agrees to. */
export type Agreement = 'page/agreement' | 'page/privacy';
