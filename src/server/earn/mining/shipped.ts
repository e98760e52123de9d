import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { yieldScale } from '#protocol/mining/maths.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Config } from '#server/core/config/config.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { fundForPractice } from '../backing/funding.ts';
import { allModels } from './store.ts';
import { minerModels } from './tables.ts';

const asset = 'USDT';
/** Practice mode covers every shipped miner to the end of its service. */
const practiceCover = '250000';

const usdt = (amount: string) => toUnits(amount, assetScale(asset));
const common = { asset, yieldPerPower: toUnits('0.02', yieldScale), fuelPrice: usdt('0.05'), days: 180, dayMs };

/** The models that ship with the exchange; what operators make of them stays. */
const shipped = [
  { ...common, name: 'Stint 40', price: usdt('104'), power: 40, burn: 4, capacity: 20, issued: 500, perPerson: null },
  {
    ...common,
    name: 'Sanderling 120',
    price: usdt('310'),
    power: 120,
    burn: 12,
    capacity: 60,
    issued: 200,
    perPerson: null,
  },
  { ...common, name: 'Curlew 480', price: usdt('1260'), power: 480, burn: 44, capacity: 220, issued: 40, perPerson: 1 },
];

/** A whole life within minutes, for practice mode. */
const short = {
  ...common,
  name: 'Knot 40',
  price: usdt('5.4'),
  power: 40,
  burn: 4,
  capacity: 20,
  issued: 100_000,
  perPerson: 20,
  days: 10,
  dayMs: minuteMs,
};

/**
 * Fills an empty store with the shipped models, and in practice mode funds the mining account.
 *
 * @returns the balances that changed, for `ledger.changed` after the commit
 */
export async function shipModels(
  tx: Transaction,
  ledger: Pick<Ledger, 'lockBalances' | 'post'>,
  mode: Config['mode'],
  at: number,
): Promise<BalanceRow[]> {
  // Two processes that start at once ship once.
  await tx.client.query('LOCK TABLE miner_models IN SHARE ROW EXCLUSIVE MODE');
  if ((await allModels(tx)).length === 0) {
    const models = mode === 'practice' ? [...shipped, short] : shipped;
    await tx.drizzle.insert(minerModels).values(models.map((model) => ({ ...model, createdAt: at })));
  }
  if (mode !== 'practice') return [];
  return fundForPractice(tx, ledger, [{ product: 'mining', asset, units: usdt(practiceCover) }], at);
}
