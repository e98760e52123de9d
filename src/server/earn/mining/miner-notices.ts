import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { MiningDeps } from './deps.ts';
import { type MinerRow, toCollect } from './rules.ts';

/** Notifies the owner that a miner ran out of fuel or reached the end of its service, in the transaction that says so. */
export async function notifyOfMiner(
  tx: Transaction,
  { notices }: Pick<MiningDeps, 'notices'>,
  row: MinerRow,
  news: 'stopped' | 'ended',
): Promise<void> {
  const facts = {
    miner: row.name,
    number: row.number.toString(),
    amount: fromUnits(toCollect(row), assetScale(row.asset)),
    asset: row.asset,
    days: row.days.toString(),
  };
  await notices.send(tx, row.owner, 'trading', `notice/miner-${news}`, facts, {
    kind: 'miner',
    miner: row.id.toString(),
  });
}
