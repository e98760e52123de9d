import { randomUUID } from 'node:crypto';
import { fromUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { firstUserId } from '#server/accounts/account/tables.ts';
import { limitsNow, type StoredAdvert, toAdvertRow } from '#server/p2p/adverts/advert-row.ts';
import { p2pIndex } from '#server/p2p/adverts/p2p-index.ts';
import { coinsFor, costOf, marketScale, priceNow } from '#server/p2p/adverts/rules.ts';
import { readMethods } from '#server/p2p/collection-methods/store.ts';
import type { PracticeMerchantsDeps } from './deps.ts';
import { type Temper, tempers } from './tempers.ts';

/** An advert of a user is taken this long after it was published or changed, and again this long after that. */
const firstTakenMs = 12_000;
const takenAgainMs = 120_000;
/** Adverts looked at in one pass. */
const lookedAt = 20;

/** Those that carry an order through take adverts of users; the silent one would only hold their coins. */
const takers = tempers.filter(({ releaseMs }) => releaseMs !== null);

/**
 * Lets practice merchants take adverts of users who became merchants, one order of an advert at a time, as much as each
 * may have open.
 */
export function createAdvertTaking(deps: PracticeMerchantsDeps): () => Promise<void> {
  let turn = 0;
  return async function take() {
    const now = deps.clock();
    const { rows } = await deps.database.pool.query<StoredAdvert>(
      `SELECT * FROM adverts a
        WHERE state = 'listed' AND NOT paused AND owner >= ${firstUserId} AND remaining > 0 AND updated_at <= $1
          AND NOT EXISTS (SELECT FROM fiat_orders o WHERE o.merchant = a.owner AND o.ended_at IS NULL AND o.advert = a.id)
          AND NOT EXISTS (SELECT FROM fiat_orders o WHERE o.taker = ANY ($3::bigint[]) AND o.advert = a.id
                             AND o.created_at > $2)
        ORDER BY updated_at LIMIT ${lookedAt}`,
      [now - firstTakenMs, now - takenAgainMs, takers.map(({ id }) => id.toString())],
    );
    for (const stored of rows) {
      turn += 1;
      const taker = takers[turn % takers.length];
      if (taker !== undefined) await takeOne(deps, stored, taker);
    }
  };
}

/** Takes the least that an advert gives, or a little more. */
async function takeOne(deps: PracticeMerchantsDeps, stored: StoredAdvert, taker: Temper): Promise<void> {
  const advert = toAdvertRow(stored);
  const scale = marketScale(advert.asset, advert.currency);
  const price = priceNow(advert, p2pIndex(deps, advert.asset, advert.currency));
  if (price === null || price <= 0n || deps.secrets === null) return;
  const { min, max } = limitsNow(advert, price);
  const wanted = min * 2n < max ? min * 2n : max;
  // In whole steps of the coin, and not below the least.
  let units = coinsFor(wanted, price, scale);
  if (costOf(units, price, scale) < min) units += scale.step;
  if (units > advert.remaining) return;
  const common = {
    advert: advert.id.toString(),
    price: fromUnits(price, scale.price),
    amount: fromUnits(units, scale.coin),
    in: 'coin',
  } as const;
  const who = { taker: taker.id, session: null, key: `practice-taking-${randomUUID()}` };
  try {
    if (advert.side === 'sell') {
      const [method] = advert.methods;
      if (method !== undefined)
        await deps.acts.take({ ...who, side: 'buy', input: { ...common, method, confirmed: false } });
      return;
    }
    const own = await readMethods(deps.database.pool, deps.secrets, taker.id);
    const method = own.find((one) => advert.methods.includes(one.method))?.id.toString();
    if (method !== undefined) await deps.acts.take({ ...who, side: 'sell', input: { ...common, method } });
  } catch (error) {
    // Its conditions are not met, it is away, or the taker has enough open: the next pass looks again.
    if (!(error instanceof Refusal)) throw error;
  }
}
