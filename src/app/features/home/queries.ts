import { minuteMs } from '#protocol/core/durations.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { callQuery } from '#app/platform/api/call-query.ts';

/** News that home shows. */
const newsSize = '3';

export function carouselQuery(language: Locale) {
  return { ...callQuery('GET common/carousel', { language }), staleTime: 5 * minuteMs };
}

/** The newest notices for every user. */
export function messagesQuery(language: Locale) {
  return { ...callQuery('GET common/getMsg', { language }), staleTime: minuteMs };
}

/** Own notices that are unread, in one line each. */
export function ownMessagesQuery(language: Locale) {
  return { ...callQuery('GET getMsg', { language }), staleTime: minuteMs };
}

export function newestNewsQuery(language: Locale) {
  return { ...callQuery('GET common/newsList', { language, size: newsSize }), staleTime: minuteMs };
}

/** Refetch interval of the total while it is on screen: it moves with every price. */
const walletEveryMs = 15_000;

export const walletQuery = { ...callQuery('GET wallet', {}), refetchInterval: walletEveryMs };

export const unreadQuery = callQuery('GET notice/noticeNum', {});
