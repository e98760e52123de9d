import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { launchpadOrder, launchpadProject } from './entities/projects.ts';
import { allotmentLinesMax } from './entities/words.ts';
import { id, page, pageQuery, positiveDecimal, queryInteger } from '../core/fields.ts';
import * as sample from './examples.ts';

const ownProjects = v.strictObject({
  ...pageQuery,
  project: v.pipe(v.optional(id), v.description('Of this project alone.')),
});

/** Subscription of new coins. */
export const launchpadCalls = defineCalls({
  'GET common/teManagementList': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Projects in progress, newest first; with `project`, that one in any state.',
    input: ownProjects,
    output: page(launchpadProject),
    refuses: [],
    example: { input: {}, output: { list: [sample.project], next: null } },
  },
  'GET common/knowTeManagementList': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'Projects that are announced or have ended, newest first.',
    input: v.strictObject({
      ...pageQuery,
      state: v.pipe(v.picklist(['announced', 'ended']), v.description('Which of the two.')),
    }),
    output: page(launchpadProject),
    refuses: [],
    example: { input: { state: 'announced' }, output: { list: [sample.announced], next: null } },
  },
  'GET common/teManagementAllotment': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'public',
    money: false,
    cost: 'wide-read',
    purpose:
      'The published list of an allotment: what each line wanted and got, and the first line of the hashed text.',
    input: v.strictObject({
      project: id,
      after: v.pipe(
        v.optional(queryInteger(0, 100_000_000), '0'),
        v.description('The last line that is known; 0 from the start.'),
      ),
    }),
    output: v.object({
      header: v.pipe(v.string(), v.description('The first line of the list: the terms.')),
      hash: v.pipe(v.string(), v.description('SHA-256 in hex over all lines, each ended by a line feed.')),
      lines: v.pipe(
        v.array(v.string()),
        v.maxLength(allotmentLinesMax),
        v.description('`line wanted got`, in pieces, as in `1842 10000 2425`; nobody is named.'),
      ),
      next: v.pipe(v.nullable(v.number()), v.description('`after` of the rest; null at the end.')),
    }),
    refuses: [],
    example: {
      input: { project: '7', after: '1841' },
      output: {
        header: 'subscription 7 pro-rata pieces 2000000 piece 1 KNOT cost 0.05 USDT people 3118',
        hash: sample.hash,
        lines: ['1842 10000 2425'],
        next: null,
      },
    },
  },
  'POST teManagementOrderAdd': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'user',
    money: true,
    moves: { dealing: 'launch', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'launch' },
    cost: 'write',
    purpose: 'Subscribe to a new coin out of the spot wallet; more than once adds up.',
    input: v.strictObject({
      project: id,
      amount: v.pipe(positiveDecimal, v.description('In the quote coin, a whole number of pieces.')),
    }),
    output: launchpadOrder,
    refuses: [
      'noRealName',
      'subscriptionAboveMaximum',
      'subscriptionBelowMinimum',
      'subscriptionClosed',
      'prizePoolFull',
      'quantityOutOfRange',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
    example: { input: { project: '7', amount: '500' }, output: sample.order },
  },
  'GET teManagementOrderList0': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own subscriptions in progress, newest project first.',
    input: ownProjects,
    output: page(launchpadOrder),
    refuses: [],
    example: { input: {}, output: { list: [sample.order], next: null } },
  },
  'GET teManagementOrderList1': {
    area: 'earn',
    tag: 'Launchpad',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own subscriptions that have ended, newest project first.',
    input: ownProjects,
    output: page(launchpadOrder),
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          {
            ...sample.order,
            project: sample.ended,
            line: 1842,
            allotted: '2425',
            spent: '121.25',
            returned: '378.75',
            servedAt: 1795420802000,
          },
        ],
        next: null,
      },
    },
  },
});
