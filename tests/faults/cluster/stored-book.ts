import type { Client } from 'pg';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { assetScale } from '#server/core/assets.ts';
import { quoteAsset } from '#server/markets/pairs.ts';
import { bookText } from './book-sockets.ts';

interface LevelRow {
  readonly price: string;
  readonly amount: string;
}

/** What the book of a pair is by the open orders that are stored: the levels that are published, as a text. */
export async function storedBook(store: Client, pair: string): Promise<string> {
  const side = async (wanted: 'buy' | 'sell') => {
    const { rows } = await store.query<LevelRow>(
      `SELECT price, sum(amount - filled) AS amount FROM spot_orders
        WHERE pair = $1 AND side = $2 AND status = 'open' GROUP BY price
        ORDER BY price ${wanted === 'buy' ? 'DESC' : 'ASC'} LIMIT $3`,
      [pair, wanted, depthLevelsMax],
    );
    // Both are below 2^53, so each quotient is the number that its decimal is read as.
    return rows.map(({ price, amount }): [string, string] => [
      String(Number(price) / 10 ** assetScale(quoteAsset)),
      String(Number(amount) / 10 ** assetScale(pair.slice(0, -quoteAsset.length))),
    ]);
  };
  return bookText({ bids: await side('buy'), asks: await side('sell') });
}
