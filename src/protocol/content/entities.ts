import * as v from 'valibot';
import { choice, decimal, entity, id, timestamp } from '../core/fields.ts';

export const noticeKind = choice('Kinds of notices: the badge and colour a notice is shown with.', [
  'account',
  'trading',
  'system',
]);

const contractCode = v.pipe(v.string(), v.description('A contract, as in `BTCPERP`.'));

export const noticeSubject = v.pipe(
  v.variant('kind', [
    v.object({ kind: v.literal('position'), contract: contractCode, position: id }),
    v.object({ kind: v.literal('closing'), contract: contractCode, position: id }),
    v.object({ kind: v.literal('round'), round: id, entry: id }),
    v.object({ kind: v.literal('fiat-order'), order: id }),
    v.object({ kind: v.literal('fixed-term'), holding: id }),
    v.object({ kind: v.literal('loan'), loan: id }),
    v.object({ kind: v.literal('miner'), miner: id }),
    v.object({ kind: v.literal('robot'), robot: id }),
    v.object({ kind: v.literal('fixed-term-product'), product: id }),
    v.object({ kind: v.literal('miners-on-sale') }),
    v.object({ kind: v.literal('coin-application') }),
    v.object({ kind: v.literal('subscription'), project: id }),
    v.object({ kind: v.literal('team') }),
  ]),
  v.description(
    'What a notice is about: an open position, closed lots of a position, a round of options, a P2P order, a fixed term, a loan, a miner, a robot, a fixed term or miners on sale, an application to list a coin, the subscription of a new coin, or the team.',
  ),
);
export type NoticeSubject = v.InferOutput<typeof noticeSubject>;

export const notice = entity('A notice in the list. Title and summary are in the language asked for.', {
  id,
  kind: noticeKind,
  subject: v.pipe(v.nullable(noticeSubject), v.description('Where the notice leads; null when nowhere.')),
  title: v.string(),
  summary: v.string(),
  at: timestamp,
  read: v.boolean(),
});
export type Notice = v.InferOutput<typeof notice>;

export const articleKind = choice(
  'What an article is for. Words of notices are articles too; they are read as notices only.',
  ['news', 'help', 'page', 'coin', 'notice', 'slide'],
);

export const helpCategory = choice(
  'Where a help article stands; the app has the words for each, and shows them in this order.',
  ['start', 'account', 'money', 'fiat', 'trading', 'contracts', 'options', 'safety', 'offline'],
);
export type HelpCategory = v.InferOutput<typeof helpCategory>;

export const contentImagePath = v.pipe(
  v.string(),
  v.regex(/^content\/[\w-]{43}\.(?:jpg|png)$/),
  v.description(
    'A picture of an article, below the file base: `content/` and a name made of its own bytes, so it never changes.',
  ),
);

export const block = v.pipe(
  v.variant('type', [
    v.object({ type: v.literal('heading'), text: v.string() }),
    v.object({ type: v.literal('paragraph'), text: v.string() }),
    v.object({ type: v.literal('list'), items: v.array(v.string()) }),
    v.pipe(
      v.object({ type: v.literal('steps'), items: v.array(v.string()) }),
      v.description('What is done one after the other, numbered.'),
    ),
    v.object({ type: v.literal('facts'), rows: v.array(v.tuple([v.string(), v.string()])) }),
    v.object({
      type: v.literal('image'),
      src: contentImagePath,
      alt: v.pipe(v.string(), v.description('What it shows, in words.')),
      width: v.pipe(v.number(), v.description('Pixels of the file, so that its room is there before it is.')),
      height: v.number(),
    }),
  ]),
  v.description(
    'A block of an article’s text. Articles are structured, never HTML, and every text is plain, so that nothing in them can run or load from elsewhere.',
  ),
);
export type Block = v.InferOutput<typeof block>;

export const article = entity('An article: news, help, a notice’s text, a coin introduction, the agreement.', {
  key: v.string(),
  tag: v.pipe(v.nullable(v.string()), v.description('Of news its subject, of help its category, else null.')),
  title: v.string(),
  summary: v.string(),
  blocks: v.array(block),
  readingMinutes: v.pipe(v.number(), v.description('Minutes of reading, at least 1.')),
  at: timestamp,
});
export type Article = v.InferOutput<typeof article>;

export const articleSummary = entity('An article in the news list.', {
  key: v.string(),
  tag: v.nullable(v.string()),
  title: v.string(),
  summary: v.string(),
  at: timestamp,
});
export type ArticleSummary = v.InferOutput<typeof articleSummary>;

export const outsideLink = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(
    /^https:\/\/[\w.-]+(?::\d{1,5})?(?:[/?#][\w./?#&=%~:@!$'()*+,;-]*)?$/,
    'an address that begins with https://',
  ),
  v.description('An address outside that the operator wrote: https only, without user information.'),
);

export const communityLink = entity('A place outside where users meet; `kind` chooses its drawing.', {
  kind: v.picklist([
    'x',
    'telegram',
    'discord',
    'youtube',
    'facebook',
    'instagram',
    'reddit',
    'github',
    'line',
    'weibo',
    'website',
  ]),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
  url: outsideLink,
});
export type CommunityLink = v.InferOutput<typeof communityLink>;

export const customerChannel = v.pipe(
  v.variant('kind', [
    v.object({ kind: v.picklist(['help', 'workOrder', 'chat']), value: v.null() }),
    v.object({ kind: v.literal('email'), value: v.pipe(v.string(), v.email(), v.maxLength(254)) }),
    v.object({ kind: v.literal('phone'), value: v.pipe(v.string(), v.regex(/^\+[\d ]{6,24}$/)) }),
    v.object({ kind: v.literal('link'), value: outsideLink }),
  ]),
  v.description(
    'A way to reach customer service. `help`, `workOrder` and `chat` are screens of the app and carry no value; the others carry an address, a number or a link.',
  ),
);
export type CustomerChannel = v.InferOutput<typeof customerChannel>;

export const rebateRate = v.pipe(
  v.object({ level: v.number(), rate: decimal }),
  v.description(
    'What somebody who invited others is paid of their fees, by level: 1 for those invited, 2 for whom they invited.',
  ),
);
