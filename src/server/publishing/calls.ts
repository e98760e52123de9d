import { productVersion } from '#protocol/core/limits.ts';
import type { CallOutput } from '#protocol/calls.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { Clock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import { type Offered, withFormerFeatures } from '../core/config/app-features.ts';
import type { Countries } from '../core/countries.ts';
import type { AreaHandlers } from '../core/handler.ts';
import type { Notices } from '../accounts/notices/notices.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Database } from '../core/store/database.ts';
import type { Content } from '../content/content.ts';
import { articlesByKey, helpPage, newsPage } from '../content/read.ts';

/** What the content calls need to know. */
export interface ContentDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly content: Pick<Content, 'data'>;
  /** Whether registration requires an invitation. */
  readonly invitationRequired: boolean;
  readonly mode: 'practice' | 'live';
  /** The operator's settings of the page: desktop URL, framed hosts, map provider. */
  readonly launch: Pick<Config, 'pcUrl' | 'webViewHosts' | 'mapTiles'>;
  /** Download URL of the app per kind of phone; null when the installable page is the app. */
  readonly downloads: Readonly<Record<'ANDROID' | 'IOS', string | null>>;
  /** What is enabled, not stopped and not switched off now for somebody of these countries. */
  readonly offered: (countries: Countries) => Offered;
  /** Version of what is switched on and stopped. */
  readonly offerVersion: () => string;
  /** Identifies the build being served. */
  readonly build: string;
  /** Shares of fees that are paid to inviters from the first invitation on. */
  readonly rebateRates: () => Promise<CallOutput<'GET common/getInviteConfig'>['rates']>;
  readonly displayRates: () => CallOutput<'GET common/platformRate'>;
}

const scrollingMessages = 5;
const whitePaper = 'page/white-paper';

type ContentHandlers = Omit<AreaHandlers<'content'>, 'GET common/getChatConfigs' | 'GET common/recordHeads'>;

/** Handlers of area `content`, besides those of the chat and of the records. */
export function createContentHandlers(deps: ContentDeps): ContentHandlers {
  const { database, clock, content } = deps;
  const articleOf = async (key: string | null, language: Locale) =>
    key === null ? null : ((await articlesByKey(database, [key], language)).get(key) ?? null);
  return {
    'GET common/sysTime': async () => ({ now: clock() }),

    'GET common/getMsg': async ({ language }) => ({
      list: await deps.notices.announcements(scrollingMessages, language),
    }),

    'GET getMsg': async ({ language }, { caller }) => ({
      list: await deps.notices.newestUnread(caller.userId, scrollingMessages, language),
    }),

    'GET common/newsList': async ({ texts, ...query }) =>
      newsPage(database, { ...query, withTexts: texts !== undefined }),

    'GET common/problem': async (query) => helpPage(database, query),

    'GET common/whiteBook': async ({ language }) => {
      const article = await articleOf(whitePaper, language);
      if (article === null) throw new Refusal('notFound');
      return article;
    },

    'GET common/contact': async ({ language }) => {
      const { article, ...ways } = content.data.contact;
      return { article: await articleOf(article, language), ...ways };
    },

    'GET common/community': async () => ({ list: content.data.community }),

    'GET common/getInviteConfig': async ({ language }, { countries }) => ({
      article: await articleOf(content.data.invitation, language),
      required: deps.invitationRequired,
      rates: deps.offered(countries).features.includes('referrals') ? await deps.rebateRates() : [],
    }),

    'GET customer/config': async () => ({ list: content.data.customer }),

    'GET common/carousel': async ({ language }) => ({ list: await slidesIn(deps, language) }),

    'GET common/article': async ({ key, language }) => {
      const article = await articleOf(key, language);
      if (article === null || key.startsWith('notice/')) throw new Refusal('notFound');
      return article;
    },

    'POST common/version': async ({ type }) => ({
      version: productVersion,
      build: deps.build,
      url: type === undefined ? null : deps.downloads[type],
    }),

    'GET common/platformRate': async () => deps.displayRates(),

    'GET web/config': async (_input, { countries }) => ({
      pcUrl: deps.launch.pcUrl,
      webViewHosts: [...deps.launch.webViewHosts],
      mapTiles: deps.launch.mapTiles,
      mode: deps.mode,
      offer: deps.offerVersion(),
      ...withFormerFeatures(deps.offered(countries)),
      now: clock(),
    }),
  };
}

/** The slides of the carousel whose articles there are. */
async function slidesIn(
  { database, content: { data } }: Pick<ContentDeps, 'database' | 'content'>,
  language: Locale,
): Promise<CallOutput<'GET common/carousel'>['list']> {
  const texts = await articlesByKey(
    database,
    data.carousel.map((slide) => slide.article),
    language,
  );
  return data.carousel.flatMap((slide) => {
    const text = texts.get(slide.article);
    if (text === undefined) return [];
    return [{ key: slide.article, title: text.title, text: text.summary, to: slide.to, art: slide.art }];
  });
}
