import type { ContractTrade } from '../order.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { type Fill, stepsOf } from '#server/markets/candles/market-trade.ts';
import { type TradeLog, tradeLog } from '#server/markets/candles/trade-log.ts';
import type { Database } from '#server/core/store/database.ts';
import { contractBaseScale, type ListedContract } from '../listed-contracts.ts';

/** A contract as a pair for candles, with the steps of its underlying pair or index. */
export interface ChartedContract {
  readonly listed: ListedContract;
  readonly pair: Pair;
  /** A trade of its book as a fill of that pair. */
  readonly asFill: (trade: Omit<ContractTrade, 'contract'>) => Fill;
}

/** @throws Error when a lot of the contract is not a whole number of lots of its underlying */
export function chartedContract(listed: ListedContract, followed: Pair): ChartedContract {
  const pair = { ...followed, id: listed.id, name: listed.name };
  const { unitsPerTick, unitsPerLot } = stepsOf(pair);
  const size = toUnits(listed.lotSize, contractBaseScale);
  const step = toUnits(followed.lotSize, contractBaseScale);
  if (size % step !== 0n) throw new Error(`${listed.id}: its lots are finer than those of ${followed.id}`);
  return {
    listed,
    pair,
    asFill: ({ id, takerSide, priceTicks, lots, at }) => ({
      id,
      pair: pair.id,
      side: takerSide,
      price: BigInt(priceTicks) * unitsPerTick,
      amount: ((BigInt(lots) * size) / step) * unitsPerLot,
      at,
    }),
  };
}

type TradeRow = Readonly<Record<'id' | 'price_ticks' | 'at', string>> & {
  readonly taker_side: 'buy' | 'sell';
  readonly lots: number;
};

/** The trades of the contracts' books. */
export function contractTradeLog(
  { pool }: Pick<Database, 'pool'>,
  contracts: ReadonlyMap<string, ChartedContract>,
): TradeLog {
  return tradeLog({ pool }, async (contract, id, size) => {
    const charted = contracts.get(contract);
    if (charted === undefined) return [];
    const { rows } = await pool.query<TradeRow>(
      `SELECT id, taker_side, price_ticks, lots, at FROM contract_trades
        WHERE contract = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
      [contract, id, size],
    );
    return rows.map((row) =>
      charted.asFill({
        id: Number(row.id),
        takerSide: row.taker_side,
        priceTicks: Number(row.price_ticks),
        lots: row.lots,
        at: Number(row.at),
      }),
    );
  });
}

/** The first and the newest trade of a contract. */
export interface TradedSpan {
  readonly firstAt: number;
  readonly newestId: number;
}

/** The trade ranges of contracts; those without trades are left out. */
export async function tradedSpans(
  { pool }: Pick<Database, 'pool'>,
  contracts: readonly string[],
): Promise<Map<string, TradedSpan>> {
  const { rows } = await pool.query<{ contract: string; first_at: string; newest_id: string }>(
    `SELECT contract, first.at AS first_at, newest.id AS newest_id
       FROM unnest($1::text[]) AS wanted (contract)
       CROSS JOIN LATERAL (SELECT at FROM contract_trades WHERE contract = wanted.contract ORDER BY id LIMIT 1) first
       CROSS JOIN LATERAL (SELECT id FROM contract_trades WHERE contract = wanted.contract ORDER BY id DESC LIMIT 1) newest`,
    [contracts],
  );
  return new Map(rows.map((row) => [row.contract, { firstAt: Number(row.first_at), newestId: Number(row.newest_id) }]));
}
