import type {
  Generation,
  TeamCoin,
  TeamCycle,
  TeamLevel,
  TeamMember,
  TeamRebate,
  TeamWeek,
} from '#protocol/referrals/entities.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { dayText } from '#protocol/core/product-day.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { readLevels } from './credit-reads.ts';
import { type Cycle, cycles, firstDayOf, type Level, nextCreditAt } from './rules.ts';
import type { CoinRow, MemberRow, RebateRow, SumRow, WeekRow, Named } from './store.ts';

const shareScale = 4;

/** A share as calls write it. */
function shownShare(share: number): string {
  return fromUnits(BigInt(share), shareScale);
}

export function shownLevel({ level, members, direct, indirect }: Level): TeamLevel {
  return { level, members, direct: shownShare(direct), indirect: shownShare(indirect) };
}

/** What the first level pays by generation, for whoever is about to invite. */
export async function rebateRates(client: Queryable): Promise<{ level: number; rate: string }[]> {
  const [first] = await readLevels(client);
  if (first === undefined) return [];
  return [first.direct, first.indirect].map((share, index) => ({ level: index + 1, rate: shownShare(share) }));
}

export function shownCycle(cycle: Cycle, at: number): TeamCycle {
  return { everyMs: cycle.lengthMs, nextAt: nextCreditAt(at, cycle), practice: cycle === cycles.practice };
}

export function shownCoin({ asset, held, owed, credited, moved }: CoinRow): TeamCoin {
  const text = (units: bigint) => fromUnits(units, assetScale(asset));
  return { asset, held: text(held), owed: text(owed), credited: text(credited), moved: text(moved) };
}

/** Weeks by coin, in the order of the coins. */
export function shownWeeks(
  weeks: readonly WeekRow[],
  coins: readonly CoinRow[],
): { asset: string; list: TeamWeek[] }[] {
  return coins.map(({ asset }) => {
    const text = (units: bigint) => fromUnits(units, assetScale(asset));
    const list = weeks
      .filter((week) => week.asset === asset)
      .map(({ week, direct, indirect, fees, reversed }) => ({
        day: dayText(firstDayOf(week)),
        direct: text(direct),
        indirect: text(indirect),
        fees: text(fees),
        reversed: text(reversed),
      }));
    return { asset, list };
  });
}

/**
 * How a member is shown to the one who invited them: first and last letter of the name and of the host of an address, the
 * country and the last three digits of a number, first and last letter of a nickname.
 */
export function maskedMember({ email, phone, nickname }: Named): string {
  if (email !== null) {
    const [name = '', host = ''] = email.split('@');
    const dot = host.indexOf('.');
    return `${ends(name)}@${host.slice(0, 1)}•••${host.slice(dot)}`;
  }
  if (phone !== null) return `${phone.slice(0, 3)} ••• ••• ${phone.slice(-3)}`;
  return nickname === null ? '•••' : ends(nickname);
}

function ends(text: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return `${letters[0] ?? ''}•••${letters.length > 1 ? (letters.at(-1) ?? '') : ''}`;
}

/** @param week this one: what was credited in an earlier one is not of this week */
export function shownMember(row: MemberRow, sums: readonly SumRow[], week: number): TeamMember {
  return {
    id: row.row.toString(),
    name: maskedMember(row),
    since: row.since,
    traded: row.traded,
    counts: row.counts,
    sums: sums
      .filter(({ member }) => member === row.member)
      .map(({ asset, fees, credited, week: of, weekCredited }) => ({
        asset,
        fees: fromUnits(fees, assetScale(asset)),
        rebates: fromUnits(credited, assetScale(asset)),
        week: fromUnits(of === week ? weekCredited : 0n, assetScale(asset)),
      })),
  };
}

export function shownRebate(row: RebateRow): TeamRebate {
  const scale = assetScale(row.asset);
  const generation: Generation = row.generation === 1 ? 'direct' : 'indirect';
  return {
    id: row.id.toString(),
    name: maskedMember(row),
    generation,
    asset: row.asset,
    fee: fromUnits(row.fee, scale),
    share: row.share === null ? null : shownShare(row.share),
    amount: fromUnits(row.units, scale),
    period: row.period,
    at: row.at,
  };
}
