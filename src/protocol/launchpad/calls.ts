import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { launchpadOrder, launchpadProject, type LaunchpadOrder, type LaunchpadProject } from './entities/projects.ts';
import { allotmentLinesMax } from './entities/words.ts';
import { id, page, pageQuery, positiveDecimal, queryInteger } from '../core/fields.ts';

const sampleProject: LaunchpadProject = {
  id: '7',
  coin: 'KNOT',
  name: 'Red Knot',
  quote: 'USDT',
  manner: 'pro-rata',
  state: 'in-progress',
  issuance: '2000000',
  price: '0.05',
  piece: '1',
  pieceCost: '0.05',
  minimum: '10',
  maximum: '2000',
  committed: '249100',
  people: 1204,
  sold: '0',
  remaining: '2000000',
  opensAt: 1795334400000,
  closesAt: 1795420800000,
  endedAt: null,
  listHash: null,
  pair: 'KNOTUSDT',
  auctionMs: 1_800_000,
  practice: false,
};

const sampleAnnounced: LaunchpadProject = {
  ...sampleProject,
  id: '8',
  coin: 'RUFF',
  name: 'Ruff',
  pair: null,
  auctionMs: null,
  manner: 'first-come',
  state: 'announced',
  committed: '0',
  people: 0,
  opensAt: 1795680000000,
  closesAt: 1795766400000,
};

const sampleHash = '9f2c4c1fb8c3f6a2d5f0a1716f0a37cf2f2d2b6a4a9c3f14f6a0b3d25c3e7ab3';

const sampleEnded: LaunchpadProject = {
  ...sampleProject,
  state: 'ended',
  committed: '412350',
  people: 3118,
  sold: '2000000',
  remaining: '0',
  endedAt: 1795420802000,
  listHash: sampleHash,
};

const sampleOrder: LaunchpadOrder = {
  project: { ...sampleProject, committed: '249600', people: 1205 },
  line: 1205,
  committed: '500',
  allotted: null,
  spent: null,
  returned: null,
  at: 1795398077000,
  servedAt: null,
};

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
    example: { input: {}, output: { list: [sampleProject], next: null } },
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
    example: { input: { state: 'announced' }, output: { list: [sampleAnnounced], next: null } },
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
        hash: sampleHash,
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
    moves: { dealing: 'launchpad', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'launchpad' },
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
    example: { input: { project: '7', amount: '500' }, output: sampleOrder },
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
    example: { input: {}, output: { list: [sampleOrder], next: null } },
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
            ...sampleOrder,
            project: sampleEnded,
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
