import { figuresDay } from './rules.ts';
import type { MerchantFigures } from '#protocol/p2p/entities/collection-methods.ts';
import { merchantFiguresMs } from '#protocol/p2p/currencies.ts';
import { divideDecimals } from '#protocol/core/decimal.ts';
import type { Queryable } from '#server/core/store/database.ts';

/** Sums of 30 days, as `figuresOf` answers them: counts and milliseconds, in this order. */
export type FigureSums = readonly [
  finished: number,
  failed: number,
  appealsLost: number,
  releaseMs: number,
  releases: number,
  payMs: number,
  payments: number,
  rated: number,
  positive: number,
];

const summed = [
  'finished',
  'failed',
  'appeals_lost',
  'release_ms',
  'releases',
  'pay_ms',
  'payments',
  'rated',
  'positive',
];

/**
 * A column with the sums of a user, for a query that reads more of the same user: at most 31 rows are read.
 *
 * @param owner the user's column
 * @param since a parameter, see `figuresSince`
 */
export function figuresOf(owner: string, since: string): string {
  const sums = summed.map((column) => `coalesce(sum(d.${column}), 0)`).join(', ');
  return `(SELECT json_build_array(${sums}) FROM fiat_days d WHERE d.owner = ${owner} AND d.day > ${since})`;
}

/** Figures are of the days behind this one. */
export function figuresSince(now: number): number {
  return figuresDay(now - merchantFiguresMs);
}

/** Figures of 30 days of some users. */
export async function readFigures(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<(owner: bigint) => MerchantFigures> {
  const { rows } = await client.query<{ owner: string; sums: FigureSums }>(
    `SELECT u.id AS owner, ${figuresOf('u.id', '$2')} AS sums FROM unnest($1::bigint[]) AS u (id)`,
    [owners, figuresSince(now)],
  );
  const byOwner = new Map(rows.map(({ owner, sums }) => [owner, toFigures(sums)]));
  return (owner) => byOwner.get(owner.toString()) ?? toFigures([0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

/** What sums of 30 days come to. */
export function toFigures(sums: FigureSums): MerchantFigures {
  const [finished, failed, appealsLost, releaseMs, releases, payMs, payments, rated, positive] = sums;
  const share = (part: number, whole: number) =>
    whole === 0 ? null : divideDecimals(String(part * 100), String(whole), 2);
  const average = (sum: number, count: number) => (count === 0 ? null : Math.floor(sum / count));
  return {
    finished,
    completion: share(finished, finished + failed),
    releaseMs: average(releaseMs, releases),
    payMs: average(payMs, payments),
    appealsLost,
    rated,
    positive: share(positive, rated),
  };
}
