import { houseOwners } from '#server/core/ledger/account.ts';
import type { AuditFinding } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { settlingAsset } from '../listed-contracts.ts';

/** Every contract with the number of its wallet, as rows of a query. */
export const listedWallets = `(SELECT id AS contract, CASE wallet WHEN 'gold' THEN ${walletNumber('gold')}::smallint
                                                ELSE ${walletNumber('contract')}::smallint END AS wallet
                   FROM listed_contracts) AS listed`;

/**
 * What the two sides of open positions still owe each other equals the difference of their costs, per wallet; and of each
 * contract the two sides have equally many lots.
 */
export async function wrongSides(client: Queryable): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ contract: string; wallet: number; cost: string; lots: string }>(
    `SELECT contract, wallet, sum(CASE side WHEN 'long' THEN cost ELSE -cost END) AS cost,
            sum(CASE side WHEN 'long' THEN lots ELSE -lots END) AS lots
       FROM (SELECT contract, side, lots, cost FROM contract_positions WHERE lots > 0
              UNION ALL SELECT contract, side, lots, cost FROM contract_nets) AS sides
       JOIN ${listedWallets} USING (contract) GROUP BY contract, wallet`,
  );
  const { rows: clearing } = await client.query<{ wallet: number; available: string }>(
    'SELECT wallet, available FROM balances WHERE owner = $1 AND asset = $2',
    [houseOwners.clearing, settlingAsset],
  );
  const held = new Map(clearing.map(({ wallet, available }) => [wallet, BigInt(available)]));
  const owed = new Map<number, bigint>([...held.keys()].map((wallet) => [wallet, 0n]));
  for (const { wallet, cost } of rows) owed.set(wallet, (owed.get(wallet) ?? 0n) - BigInt(cost));
  const texts = [
    ...rows.flatMap(({ contract, lots }) =>
      BigInt(lots) === 0n ? [] : [`${contract} has ${lots} more long than short lots`],
    ),
    ...[...owed].flatMap(([wallet, said]) => {
      const available = held.get(wallet) ?? 0n;
      return available === said ? [] : [`clearing of wallet ${wallet} is ${available} and open positions say ${said}`];
    }),
  ];
  return texts.map((text) => ({ asset: settlingAsset, text }));
}
