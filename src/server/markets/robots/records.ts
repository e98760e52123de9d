import type { CallOutput } from '#protocol/calls.ts';
import type { RobotProduct } from '#protocol/robots/entities/robots.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { fromUnits, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import { type RobotMarket, type StrategyName, strategyNames } from '#protocol/robots/maths/strategy.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { assetScale } from '#server/core/assets.ts';
import { feePlaces } from '#server/core/instruments/listed.ts';
import { isOnBoards } from '#server/core/instruments/rules.ts';
import { pairs } from '../pairs.ts';
import { contractOf, contractOn, contractTerms, isOnContract } from './contracts/robot-contract.ts';
import type { RobotsDeps } from './deps.ts';
import { serviceFeePpm } from './rules.ts';
import { robotRecords } from './tables.ts';
import { amountBounds, marketOf } from './terms.ts';
import { readProductUses } from './uses.ts';

/** Days that a record covers. */
const recordDays = 90;
/** Fewer robots than this say nothing. */
const robotsLeast = 20;

/** Pairs that robots trade, in the order of boards. */
function tradedPairs({ market }: Pick<RobotsDeps, 'market'>) {
  return pairs.filter(({ id, state }) => isOnBoards(state) && market.has(id));
}

/**
 * Measures what robots of all users made of what was put in, after all fees, by strategy and pair: robots that ran within
 * the days of a record, those that still run at the price of now. The tenths are of the robots as they rank, none is
 * interpolated.
 */
export async function measureRecords(
  deps: Pick<RobotsDeps, 'background' | 'market' | 'contracts' | 'clock'>,
): Promise<void> {
  const { background, market, contracts, clock } = deps;
  const priced = tradedPairs(deps).flatMap(({ id, base, quote }) => {
    const price = market.lastPrice(base);
    if (price === null) return [];
    return [{ id, price: toUnits(price, assetScale(quote)), perOne: unitsPerOne(assetScale(base)) }];
  });
  const marked = [...contracts.markets.values()].filter(({ mark }) => mark !== null);
  await background.transaction(async ({ client }) => {
    await client.query('DELETE FROM robot_records');
    await client.query(
      `WITH priced AS (
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS priced (id, price, per_one)
       )
       INSERT INTO robot_records (strategy, pair, robots, median, worst_tenth, best_tenth, at)
       SELECT strategy, pair, count(*), percentile_disc(0.5) WITHIN GROUP (ORDER BY made),
              percentile_disc(0.1) WITHIN GROUP (ORDER BY made), percentile_disc(0.9) WITHIN GROUP (ORDER BY made), $5
         FROM (
           SELECT strategy, pair,
                  div((coalesce(returned, quote_held + div(base_held::numeric * price, per_one) + coalesce(further, 0))
                       + coalesce(open_profit, 0) - put_in)::numeric * 1000000, put_in)::bigint AS made
             FROM robots JOIN priced ON priced.id = robots.pair
             LEFT JOIN LATERAL (
               SELECT sum(coalesce(div(held::numeric * coin.price, coin.per_one), cost)) AS further
                 FROM robot_coins LEFT JOIN priced AS coin ON coin.id = robot_coins.pair WHERE robot = robots.id
             ) AS basket ON strategy = 'rebalance'
             LEFT JOIN LATERAL (
               SELECT sum((made.lots * marked.per_lot - made.cost) * CASE made.side WHEN 'long' THEN 1 ELSE -1 END) AS open_profit
                 FROM robot_orders AS own JOIN contract_positions AS made ON made.id = own.order_id AND made.lots > 0
                 JOIN unnest($6::text[], $7::bigint[]) AS marked (contract, per_lot) ON marked.contract = made.contract
                WHERE own.robot = robots.id
             ) AS positions ON strategy = 'contract-grid' AND ended_at IS NULL
            WHERE ended_at IS NULL OR ended_at >= $4
         ) AS each GROUP BY strategy, pair`,
      [
        priced.map(({ id }) => id),
        priced.map(({ price }) => price),
        priced.map(({ perOne }) => perOne),
        clock() - recordDays * dayMs,
        clock(),
        marked.map(({ listed }) => listed.id),
        marked.map(({ listed, mark }) => lotsValue(listed.terms, mark?.ticks ?? 0, 1)),
      ],
    );
  });
}

/** Every strategy on every pair that robots trade, with its record as it was measured last. */
export async function listProducts(
  deps: Pick<RobotsDeps, 'database' | 'market' | 'contracts' | 'clock'>,
): Promise<CallOutput<'GET quant/product/list'>> {
  const measured = await deps.database.drizzle.select().from(robotRecords);
  const byName = new Map(measured.map((row) => [`${row.strategy} ${row.pair}`, row]));
  const share = (ppm: bigint) => fromUnits(ppm, feePlaces);
  const products = tradedPairs(deps).flatMap(({ id }) =>
    strategiesOn(deps, id).map((strategy) => ({ strategy, pair: id })),
  );
  const uses = await readProductUses(deps.database.pool, products);
  const list = products.map(({ strategy, pair }, nth): RobotProduct => {
    const market = isOnContract({ strategy }) ? pricedTerms(deps, pair) : marketOf(pair);
    const { least, most } = amountBounds(market);
    const row = byName.get(`${strategy} ${pair}`);
    const robots = row?.robots ?? 0;
    return {
      strategy,
      pair,
      minimum: fromUnits(least, market.quoteScale),
      maximum: fromUnits(most, market.quoteScale),
      serviceFee: share(BigInt(serviceFeePpm)),
      cycleChoices: [...strategyOf({ strategy }).candleChoices],
      usageCount: uses[nth] ?? 0,
      robots,
      record:
        row === undefined || robots < robotsLeast
          ? null
          : {
              robots,
              days: recordDays,
              median: share(row.median),
              worstTenth: share(row.worstTenth),
              bestTenth: share(row.bestTenth),
            },
    };
  });
  return { list, at: deps.clock() };
}

/** Pairs that robots trade, and whether they trade now. */
export function listPairs(
  deps: Pick<RobotsDeps, 'market' | 'spot' | 'contracts'>,
): CallOutput<'GET quant/symbol/list'> {
  return {
    list: tradedPairs(deps).map(({ id }) => ({
      pair: id,
      strategies: strategiesOn(deps, id),
      open: deps.spot.isOpen(id),
    })),
  };
}

/** The strategies that robots of a pair may follow: those on contracts where one follows it and is on. */
function strategiesOn(deps: Pick<RobotsDeps, 'contracts'>, pair: string): StrategyName[] {
  const contract = contractOn(deps, pair);
  const isOn = contract !== null && deps.contracts.isOn(contract);
  return strategyNames.filter((strategy) => isOn || !isOnContract({ strategy }));
}

function pricedTerms(deps: Pick<RobotsDeps, 'contracts'>, pair: string): RobotMarket {
  return contractTerms(contractOf(deps, { pair }));
}
