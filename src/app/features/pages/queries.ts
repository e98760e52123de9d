import type { Locale } from '../../../contract/locales.ts';
import { callQuery } from '../../platform/call-query.ts';

/** Links to the operator's communities. */
export const communityQuery = callQuery('GET common/community', {});

/** Texts and rates of invitations, in a language. */
export function invitationQuery(language: Locale) {
  return callQuery('GET common/getInviteConfig', { language });
}
