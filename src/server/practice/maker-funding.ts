import type { Pair } from '#protocol/market-data/entities/market.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { houseOwners, type Posting } from '../core/ledger/account.ts';
import { assetScale } from '../core/assets.ts';
import type { Ledger } from '../core/ledger/ledger.ts';
import type { Database } from '../core/store/database.ts';

/** Each maker's target per coin in largest orders, and in the quote coin. */
const largestOrders = 25n;
const quoteEach = '4000000000';

const makers = [houseOwners.makerA, houseOwners.makerB];

/** Tops up both makers' spot wallets from `practice`; balances of at least half their target are left alone. */
export async function fundMakers(
  { database, ledger }: { readonly database: Database; readonly ledger: Ledger },
  pairs: readonly Pair[],
  now: number,
): Promise<void> {
  const targets = new Map<string, bigint>();
  for (const pair of pairs) {
    targets.set(pair.base, toUnits(pair.maxAmount, assetScale(pair.base)) * largestOrders);
    targets.set(pair.quote, toUnits(quoteEach, assetScale(pair.quote)));
  }
  const changed = await database.transaction(async (tx) => {
    const keys = makers.flatMap((owner) =>
      [...targets.keys()].map((asset) => ({ owner, wallet: 'spot', asset }) as const),
    );
    const postings: Posting[] = [];
    for (const row of await ledger.lockBalances(tx, keys)) {
      const target = targets.get(row.asset) ?? 0n;
      const held = row.available + row.frozen;
      if (held * 2n >= target) continue;
      const account = { wallet: 'spot', asset: row.asset, part: 'available' } as const;
      postings.push(
        { ...account, owner: houseOwners.practice, amount: held - target },
        { ...account, owner: row.owner, amount: target - held },
      );
    }
    return postings.length === 0 ? [] : ledger.post(tx, { kind: 'practice', reference: 'makers', at: now, postings });
  });
  ledger.changed(changed);
}
