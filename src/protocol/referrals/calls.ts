import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { generation, teamCoin, teamCycle, teamLevel, teamMember, teamRebate, teamWeek } from './entities.ts';
import { assetId, decimal, nothing, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';

const sampleLevel = { level: 2, members: 3, direct: '0.2', indirect: '0.05' };
const sampleNext = { level: 3, members: 10, direct: '0.25', indirect: '0.06' };
const sampleCycle = { everyMs: 86400000, nextAt: 1795363500000, practice: false };
const sampleCoin = { asset: 'USDT', held: '42.16', owed: '0', credited: '339.76', moved: '297.6' };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The team: who came by invitation, and the rebates of their fees. */
export const referralCalls = defineCalls({
  'GET earningsInfo': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Team summary: level, counts, and rebates by coin and week.',
    input: nothing,
    output: v.object({
      level: teamLevel,
      next: v.nullable(teamLevel),
      traded: v.pipe(count, v.description('Direct members who traded: they make the level.')),
      direct: count,
      indirect: count,
      reversed: v.pipe(count, v.description('Rebates that were taken back.')),
      coins: v.array(teamCoin),
      weeks: v.pipe(
        v.array(v.object({ asset: assetId, list: v.array(teamWeek) })),
        v.description('The last twelve weeks, oldest first, by coin; weeks of nothing are left out.'),
      ),
      week: v.pipe(v.string(), v.description('The Monday of this week.')),
      cycle: teamCycle,
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        level: sampleLevel,
        next: sampleNext,
        traded: 8,
        direct: 9,
        indirect: 21,
        reversed: 1,
        coins: [sampleCoin],
        weeks: [
          {
            asset: 'USDT',
            list: [{ day: '2026-11-16', direct: '34.06', indirect: '8.1', fees: '332.3', reversed: '0' }],
          },
        ],
        week: '2026-11-16',
        cycle: sampleCycle,
      },
    },
  },
  'GET earningsPage': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Rebates one by one, newest first; all, or those taken back.',
    input: v.strictObject({ ...pageQuery, show: v.optional(v.picklist(['all', 'reversed']), 'all') }),
    output: page(teamRebate),
    refuses: [],
    example: {
      input: { show: 'all' },
      output: {
        list: [
          {
            id: '812',
            name: 'm•••i@g•••.com',
            generation: 'direct',
            asset: 'USDT',
            fee: '62.4',
            share: '0.2',
            amount: '12.48',
            period: 1795190400000,
            at: 1795277100000,
          },
        ],
        next: null,
      },
    },
  },
  'GET myearnings': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Rebates of the user by coin: held, moved and owed.',
    input: nothing,
    output: v.object({ list: v.array(teamCoin), cycle: teamCycle }),
    refuses: [],
    example: { input: {}, output: { list: [sampleCoin], cycle: sampleCycle } },
  },
  'POST myearnings': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'user',
    money: true,
    moves: { dealing: 'referrals', coins: 'named', stoppedWith: 'notYetOpen' },
    cost: 'write',
    purpose: 'Move rebates to the spot wallet.',
    input: v.strictObject({ asset: assetId, amount: positiveDecimal }),
    output: v.object({ asset: assetId, amount: decimal, held: decimal, at: timestamp }),
    refuses: ['noRealName', 'enterAmount', 'insufficientWalletBalance', 'alreadyProcessed'],
    example: {
      input: { asset: 'USDT', amount: '42.16' },
      output: { asset: 'USDT', amount: '42.16', held: '0', at: 1795313930263 },
    },
  },
  'GET teamDetail': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Members of the team, newest first, with masked names, fees and rebates.',
    input: v.strictObject({ ...pageQuery, generation: v.optional(generation, 'direct') }),
    output: page(teamMember),
    refuses: [],
    example: {
      input: { generation: 'direct' },
      output: {
        list: [
          {
            id: '31',
            name: 'm•••i@g•••.com',
            since: 1788393600000,
            traded: true,
            counts: true,
            sums: [{ asset: 'USDT', fees: '62.4', rebates: '12.48', week: '12.48' }],
          },
        ],
        next: null,
      },
    },
  },
  'GET common/teamRewardsList': {
    area: 'rewards',
    tag: 'Referrals',
    access: 'public',
    money: false,
    cost: 'read',
    purpose: 'The levels of the team with their shares, and when rebates are credited.',
    input: nothing,
    output: v.object({ list: v.array(teamLevel), household: count, cycle: teamCycle }),
    refuses: [],
    example: { input: {}, output: { list: [sampleLevel, sampleNext], household: 2, cycle: sampleCycle } },
  },
});
