import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';
import { calendarDay } from '../check-in/entities.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const share = v.pipe(decimal, v.description('Share of a fee, as in `0.15`.'));

export const teamLevel = entity('A level of the team, and the shares of fees it pays.', {
  level: count,
  members: v.pipe(count, v.description('Direct members who traded that the level needs.')),
  direct: share,
  indirect: share,
});
export type TeamLevel = v.InferOutput<typeof teamLevel>;

export const teamCycle = entity('When rebates are credited.', {
  everyMs: v.pipe(count, v.description('Length of a period: a day, or less in practice mode.')),
  nextAt: v.pipe(timestamp, v.description('When the fees paid now are credited.')),
  practice: v.pipe(v.boolean(), v.description('The short cycle of practice mode.')),
});
export type TeamCycle = v.InferOutput<typeof teamCycle>;

export const generation = choice('`direct`: came by the user’s own invitation; `indirect`: by one of theirs.', [
  'direct',
  'indirect',
]);
export type Generation = v.InferOutput<typeof generation>;

export const teamWeek = entity('Rebates of a week in one coin.', {
  day: v.pipe(calendarDay, v.description('Its Monday.')),
  direct: decimal,
  indirect: decimal,
  fees: v.pipe(decimal, v.description('Fees of members that were kept, less those returned.')),
  reversed: v.pipe(decimal, v.description('Rebates taken back with returned fees.')),
});
export type TeamWeek = v.InferOutput<typeof teamWeek>;

export const teamCoin = entity('Rebates in one coin.', {
  asset: assetId,
  held: v.pipe(decimal, v.description('Can be moved to the spot wallet.')),
  owed: v.pipe(decimal, v.description('Taken back after it had been moved: the next rebates pay it first.')),
  credited: decimal,
  moved: decimal,
});
export type TeamCoin = v.InferOutput<typeof teamCoin>;

export const teamMember = entity('A member of the team.', {
  id: v.pipe(id, v.description('Identifies the row; it is not the user’s id.')),
  name: v.pipe(v.string(), v.description('Masked.')),
  since: timestamp,
  traded: v.boolean(),
  counts: v.pipe(
    v.boolean(),
    v.description('False: fees of this member pay no rebate, by the rules against self-invitation.'),
  ),
  sums: v.array(
    v.object({
      asset: assetId,
      fees: decimal,
      rebates: decimal,
      week: v.pipe(decimal, v.description('Rebates of this week.')),
    }),
  ),
});
export type TeamMember = v.InferOutput<typeof teamMember>;

export const teamRebate = entity('A rebate that was credited, or taken back with a returned fee.', {
  id,
  name: v.pipe(v.string(), v.description('The member, masked.')),
  generation,
  asset: assetId,
  fee: decimal,
  share: v.pipe(v.nullable(share), v.description('Null for one taken back: it follows what was credited.')),
  amount: v.pipe(decimal, v.description('Negative: taken back.')),
  period: v.pipe(timestamp, v.description('Start of the period of the fee.')),
  at: timestamp,
});
export type TeamRebate = v.InferOutput<typeof teamRebate>;
