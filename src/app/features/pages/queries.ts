import type { Locale } from '#protocol/core/locales.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** Links to the operator's communities. */
export const communityQuery = callQuery('GET common/community', {});

/** Texts and rates of invitations, in a language. */
export function invitationQuery(language: Locale) {
  return callQuery('GET common/getInviteConfig', { language });
}
