import { figuresDay } from './rules.ts';
import type { MerchantFigures } from '../../../protocol/p2p/entities/collection-methods.ts';
import { merchantFiguresMs } from '../../../protocol/p2p/currencies.ts';
import { divideDecimals } from '../../../protocol/core/decimal.ts';
import type { Queryable } from '../../core/store/database.ts';

interface StoredFigures {
  readonly owner: string;
  readonly finished: string;
  readonly failed: string;
  readonly appeals_lost: string;
  readonly release_ms: string;
  readonly releases: string;
  readonly pay_ms: string;
  readonly payments: string;
  readonly rated: string;
  readonly positive: string;
}

const noFigures: MerchantFigures = {
  finished: 0,
  completion: null,
  releaseMs: null,
  payMs: null,
  appealsLost: 0,
  rated: 0,
  positive: null,
};

/** Figures of 30 days of some users: at most 31 rows of each are read. */
export async function readFigures(
  client: Queryable,
  owners: readonly bigint[],
  now: number,
): Promise<(owner: bigint) => MerchantFigures> {
  const since = figuresDay(now - merchantFiguresMs);
  const { rows } = await client.query<StoredFigures>(
    `SELECT owner, sum(finished) AS finished, sum(failed) AS failed, sum(appeals_lost) AS appeals_lost,
            sum(release_ms) AS release_ms, sum(releases) AS releases, sum(pay_ms) AS pay_ms, sum(payments) AS payments,
            sum(rated) AS rated, sum(positive) AS positive
       FROM fiat_days WHERE owner = ANY ($1::bigint[]) AND day > $2 GROUP BY owner`,
    [owners, since],
  );
  const byOwner = new Map(rows.map((row) => [row.owner, toFigures(row)]));
  return (owner) => byOwner.get(owner.toString()) ?? noFigures;
}

function toFigures(row: StoredFigures): MerchantFigures {
  const all = Number(row.finished) + Number(row.failed);
  const share = (part: number, whole: number) =>
    whole === 0 ? null : divideDecimals(String(part * 100), String(whole), 2);
  const average = (sum: string, count: string) => (count === '0' ? null : Math.floor(Number(sum) / Number(count)));
  return {
    finished: Number(row.finished),
    completion: share(Number(row.finished), all),
    releaseMs: average(row.release_ms, row.releases),
    payMs: average(row.pay_ms, row.payments),
    appealsLost: Number(row.appeals_lost),
    rated: Number(row.rated),
    positive: share(Number(row.positive), Number(row.rated)),
  };
}
