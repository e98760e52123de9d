import { productVersion } from '../../contract/limits.ts';
import type { CallOutput } from '../../contract/calls.ts';
import type { Clock } from '../clock.ts';
import type { AreaHandlers } from '../http/handler.ts';
import type { Notices } from '../notices/notices.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import type { ContentCatalogue } from './content-set.ts';
import { articlesByKey, newsPage } from './read.ts';

/** What the content calls need to know. */
export interface ContentDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly carousel: ContentCatalogue['carousel'];
  readonly mode: 'practice' | 'live';
  readonly pcUrl: string | null;
  /** Where each kind of phone downloads the app; null where the installable page is the app. */
  readonly downloads: Readonly<Record<'ANDROID' | 'IOS', string | null>>;
  /** Product areas that are switched on. */
  readonly features: readonly string[];
  /** Identifies the build being served. */
  readonly build: string;
  readonly displayRates: () => CallOutput<'GET common/platformRate'>;
}

const scrollingMessages = 5;

/** Handlers of area `content`. */
export function createContentHandlers(deps: ContentDeps): AreaHandlers<'content'> {
  const { database, clock } = deps;
  return {
    'GET common/sysTime': async () => ({ now: clock() }),

    'GET common/getMsg': async ({ language }) => ({
      list: await deps.notices.announcements(scrollingMessages, language),
    }),

    'GET common/newsList': async (query) => newsPage(database, query),

    'GET common/carousel': async ({ language }) => {
      const texts = await articlesByKey(
        database,
        deps.carousel.map((slide) => slide.article),
        language,
      );
      return {
        list: deps.carousel.flatMap((slide) => {
          const text = texts.get(slide.article);
          if (text === undefined) return [];
          return [{ key: slide.article, title: text.title, text: text.summary, to: slide.to, art: slide.art }];
        }),
      };
    },

    'GET common/article': async ({ key, language }) => {
      const article = (await articlesByKey(database, [key], language)).get(key);
      if (article === undefined || key.startsWith('notice/')) throw new Refusal('notFound');
      return article;
    },

    'POST common/version': async ({ type }) => ({
      version: productVersion,
      build: deps.build,
      url: type === undefined ? null : deps.downloads[type],
    }),

    'GET common/platformRate': async () => deps.displayRates(),

    'GET web/config': async () => ({
      pcUrl: deps.pcUrl,
      mode: deps.mode,
      features: [...deps.features],
      now: clock(),
    }),
  };
}
