import * as v from 'valibot';
import {
  articleKind,
  communityLink,
  customerChannel,
  helpCategory,
  noticeKind,
  type HelpCategory,
} from '#protocol/content/entities.ts';

/** Size limits of a set. */
const articlesMax = 1_000;
const linksMax = 40;
const postLinesMax = 8;

const key = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z]+\/[\w-]+$/i, 'a key as in news/fees'));
const moment = v.pipe(
  v.string(),
  v.isoTimestamp('a moment as in 2026-11-16T02:00:00Z'),
  v.transform((text) => Date.parse(text)),
);
/** The target of a slide: a screen of the app. */
const route = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\/pages\/[\w/?=&-]*$/, 'a screen as in /pages/trade/trade'),
);

const articleEntry = v.pipe(
  v.strictObject({
    key,
    kind: articleKind,
    tag: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[a-z-]{1,30}$/))), null),
    /** Only for help articles. */
    category: v.optional(helpCategory),
    at: moment,
  }),
  v.check((entry) => entry.key.startsWith(`${entry.kind}/`), 'a key that begins with its kind'),
  v.check((entry) => (entry.kind === 'help') === (entry.category !== undefined), 'help, which alone has a category'),
  v.transform(({ category, tag, ...entry }) => ({ ...entry, tag: category ?? tag })),
);

const slides = v.pipe(
  v.array(
    v.strictObject({
      article: key,
      to: route,
      art: v.picklist(['practice', 'market', 'offline', 'safety']),
    }),
  ),
  v.maxLength(linksMax),
);

const noContact = { article: null, email: null, phone: null, post: [], place: null };
const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));
const contact = v.strictObject({
  article: v.nullable(key),
  email: v.optional(v.nullable(v.pipe(v.string(), v.email('an address as in help@dunlin.example'))), null),
  phone: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^\+[\d ]{6,24}$/, 'a number as in +41 44 123 45 67'))),
    null,
  ),
  post: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(postLinesMax)), []),
  /** Location of the office on the map. */
  place: v.optional(v.nullable(v.strictObject({ latitude: degrees(90), longitude: degrees(180) })), null),
});

/** `catalogue.json` of a content folder; the texts are in `LOCALE/KEY.md`. */
export const catalogueSchema = v.pipe(
  v.strictObject({
    articles: v.pipe(v.array(articleEntry), v.maxLength(articlesMax)),
    /** Announcements, by their article. */
    announcements: v.array(v.strictObject({ article: key, kind: noticeKind, at: moment })),
    carousel: slides,
    contact: v.optional(contact, noContact),
    community: v.optional(v.pipe(v.array(communityLink), v.maxLength(linksMax)), []),
    /** The invitation article: title and summary for the poster, blocks for the explanation. */
    invitation: v.optional(v.nullable(key), null),
    customer: v.optional(v.pipe(v.array(customerChannel), v.maxLength(linksMax)), []),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const known = new Set<string>();
    for (const one of dataset.value.articles) {
      if (known.has(one.key)) addIssue({ message: `${one.key} stands there twice` });
      known.add(one.key);
    }
    for (const named of namedArticles(dataset.value)) {
      if (!known.has(named)) addIssue({ message: `${named} is named but is no article of the catalogue` });
    }
  }),
);

interface Naming {
  readonly announcements: readonly { readonly article: string }[];
  readonly carousel: readonly { readonly article: string }[];
  readonly contact: { readonly article: string | null };
  readonly invitation: string | null;
}

function namedArticles({ announcements, carousel, contact: { article }, invitation }: Naming): string[] {
  const named = [...announcements, ...carousel].map((one) => one.article);
  return [...named, article, invitation].filter((one) => one !== null);
}

/** What a content folder declares. */
export type ContentCatalogue = v.InferOutput<typeof catalogueSchema>;

/** The parts of a set other than articles, stored beside them. */
export type ContentData = Pick<ContentCatalogue, 'carousel' | 'contact' | 'community' | 'invitation' | 'customer'>;

/** Before any set was pushed. */
export const noContent: ContentData = {
  carousel: [],
  contact: noContact,
  community: [],
  invitation: null,
  customer: [],
};

/** Whether a text names a category of help. */
export function isHelpCategory(text: string | null): text is HelpCategory {
  return helpCategory.options.some((one) => one === text);
}
