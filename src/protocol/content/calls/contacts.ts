import * as v from 'valibot';
import { defineCalls } from '#protocol/core/call.ts';
import { article, communityLink, customerChannel, rebateRate } from '../entities.ts';
import { locale, nothing } from '#protocol/core/fields.ts';

const language = { language: v.optional(locale, 'en') };

/** How the exchange is reached, and invitations. */
export const contactCalls = defineCalls({
  'GET common/contact': {
    area: 'content',
    tag: 'Contacts',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Contact data: what the operator says about it, and where the exchange can be reached.',
    input: v.strictObject(language),
    output: v.object({
      article: v.pipe(v.nullable(article), v.description('Null when the operator wrote none.')),
      email: v.nullable(v.string()),
      phone: v.pipe(v.nullable(v.string()), v.description('E.164 with spaces.')),
      post: v.pipe(v.array(v.string()), v.description('Lines of a postal address, as on an envelope.')),
      place: v.pipe(
        v.optional(v.nullable(v.object({ latitude: v.number(), longitude: v.number() }))),
        v.description('Where the office stands, in degrees. Not in older answers that a device kept.'),
      ),
    }),
    refuses: [],
    example: {
      input: { language: 'en' },
      output: {
        article: null,
        email: 'help@dunlin.example',
        phone: '+81 3 1234 5678',
        post: ['Dunlin', '1-1 Marunouchi', 'Tokyo 100-0005'],
        place: { latitude: 35.68, longitude: 139.76 },
      },
    },
  },
  'GET common/community': {
    area: 'content',
    tag: 'Contacts',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Community links, in the order of the catalogue; all begin with https.',
    input: nothing,
    output: v.object({ list: v.array(communityLink) }),
    refuses: [],
    example: {
      input: {},
      output: { list: [{ kind: 'telegram', name: 'Dunlin on Telegram', url: 'https://t.me/dunlin_example' }] },
    },
  },
  'GET customer/config': {
    area: 'content',
    tag: 'Contacts',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Customer-service channels, in the order of the catalogue.',
    input: nothing,
    output: v.object({ list: v.array(customerChannel) }),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          { kind: 'workOrder', value: null },
          { kind: 'email', value: 'help@dunlin.example' },
        ],
      },
    },
  },
  'GET common/getInviteConfig': {
    area: 'content',
    tag: 'Contacts',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose:
      'Invitation texts and rebate rates; rates are those of the first level, and empty while the team is switched off.',
    input: v.strictObject(language),
    output: v.object({
      article: v.pipe(
        v.nullable(article),
        v.description(
          'Title and summary go on the poster and with the link, the blocks explain. Null when the operator wrote none.',
        ),
      ),
      required: v.pipe(v.boolean(), v.description('Nobody registers without a code.')),
      rates: v.array(rebateRate),
    }),
    refuses: [],
    example: {
      input: { language: 'en' },
      output: { article: null, required: false, rates: [] },
    },
  },
});
