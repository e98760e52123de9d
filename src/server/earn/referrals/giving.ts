import { toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { setAside } from '../backing/accounts.ts';

/** Gives a test user rebates out of practice coins, set aside as credited ones are. */
export async function giveRebates(
  database: Database,
  owner: bigint,
  { asset, amount }: { readonly asset: string; readonly amount: string },
): Promise<void> {
  const units = toUnits(amount, assetScale(asset));
  await database.transaction(async (tx) => {
    await tx.client.query(
      `INSERT INTO team_balances AS held (owner, asset, held, credited) VALUES ($1, $2, $3, $3)
       ON CONFLICT (owner, asset) DO UPDATE SET held = held.held + $3, credited = held.credited + $3`,
      [owner, asset, units],
    );
    await tx.client.query(
      `INSERT INTO team_sums AS held (owner, member, asset, fees, credited, week, week_credited)
       VALUES ($1, 0, $2, $3, $3, 0, $3)
       ON CONFLICT (owner, member, asset) DO UPDATE SET fees = held.fees + $3, credited = held.credited + $3`,
      [owner, asset, units],
    );
    await tx.client.query(
      `INSERT INTO team_weeks AS held (owner, week, asset, direct, indirect, fees, reversed) VALUES ($1, 0, $2, $3, 0, $3, 0)
       ON CONFLICT (owner, week, asset) DO UPDATE SET direct = held.direct + $3, fees = held.fees + $3`,
      [owner, asset, units],
    );
    const [, aside] = setAside('rewards', asset, units);
    const practice = { owner: houseOwners.practice, wallet: 'spot', asset, part: 'available', amount: -units } as const;
    if (aside === undefined) return;
    await createLedger().post(tx, { kind: 'rebate', reference: null, at: 0, postings: [practice, aside] });
  });
}
