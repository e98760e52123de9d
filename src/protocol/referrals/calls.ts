import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { generation, teamCoin, teamCycle, teamLevel, teamMember, teamRebate, teamWeek } from './entities.ts';
import { assetId, decimal, nothing, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The team: who came by invitation, and the rebates of their fees. */
export const referralCalls = defineCalls({
  'GET earningsInfo': {
    area: 'rewards',
    access: 'user',
    money: false,
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
  },
  'GET earningsPage': {
    area: 'rewards',
    access: 'user',
    money: false,
    purpose: 'Rebates one by one, newest first; all, or those taken back.',
    input: v.strictObject({ ...pageQuery, show: v.optional(v.picklist(['all', 'reversed']), 'all') }),
    output: page(teamRebate),
    refuses: [],
  },
  'GET myearnings': {
    area: 'rewards',
    access: 'user',
    money: false,
    purpose: 'Rebates of the user by coin: held, moved and owed.',
    input: nothing,
    output: v.object({ list: v.array(teamCoin), cycle: teamCycle }),
    refuses: [],
  },
  'POST myearnings': {
    area: 'rewards',
    access: 'user',
    money: true,
    moves: { dealing: 'team', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Move rebates to the spot wallet.',
    input: v.strictObject({ asset: assetId, amount: positiveDecimal }),
    output: v.object({ asset: assetId, amount: decimal, held: decimal, at: timestamp }),
    refuses: ['noRealName', 'enterAmount', 'insufficientWalletBalance', 'alreadyProcessed'],
  },
  'GET teamDetail': {
    area: 'rewards',
    access: 'user',
    money: false,
    purpose: 'Members of the team, newest first, with masked names, fees and rebates.',
    input: v.strictObject({ ...pageQuery, generation: v.optional(generation, 'direct') }),
    output: page(teamMember),
    refuses: [],
  },
  'GET common/teamRewardsList': {
    area: 'rewards',
    access: 'public',
    money: false,
    purpose: 'The levels of the team with their shares, and when rebates are credited.',
    input: nothing,
    output: v.object({ list: v.array(teamLevel), household: count, cycle: teamCycle }),
    refuses: [],
  },
});
