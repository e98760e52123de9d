import { toUnits } from '#protocol/core/decimal.ts';
import { usualLevels } from '#protocol/loans/maths/health.ts';
import { assetScale } from '#server/core/assets.ts';
import { fundForPractice } from '../backing/funding.ts';
import type { LoansDeps } from './deps.ts';
import { loanCoins, loanCollaterals } from './tables.ts';

/** The coin that is lent as the exchange ships: 0.0010 % an hour, 8.76 % a year. */
const lent = { asset: 'USDT', hourlyRate: 10_000n, least: '100', limit: '50000', hours: [168, 720, 2_160] } as const;
/** A short cycle of practice mode, so that a whole loan is seen in an hour. */
const shortHours = 1;
/** Coins that are taken as collateral as the exchange ships: the deepest books. */
const taken = ['BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'DOGE', 'TON', 'ADA', 'LTC'];
/** What the loans account of practice mode holds. */
const practiceCover = '1000000';

/** Writes the shipped terms into an empty store, and funds the loans account of practice mode. */
export async function seedLoans({ database, ledger, clock, config }: LoansDeps): Promise<void> {
  const isPractice = config.mode === 'practice';
  const changed = await database.transaction(async (tx) => {
    const scale = assetScale(lent.asset);
    await tx.drizzle
      .insert(loanCoins)
      .values({
        asset: lent.asset,
        hourlyRate: lent.hourlyRate,
        least: toUnits(lent.least, scale),
        limit: toUnits(lent.limit, scale),
        hours: isPractice ? [shortHours, ...lent.hours] : [...lent.hours],
        // Real money is lent once an operator opens it: `npm run operator -- loan lent USDT open`.
        state: isPractice ? 'open' : 'closed',
      })
      .onConflictDoNothing();
    const { initial, first, second, sale } = usualLevels;
    const levels = {
      initial: Number(initial),
      first: Number(first),
      second: Number(second),
      sale: Number(sale),
      state: 'open',
    } as const;
    const taking = taken.map((asset) => ({ asset, ...levels }));
    const [known] = await tx.drizzle.select({ asset: loanCollaterals.asset }).from(loanCollaterals).limit(1);
    if (known === undefined) await tx.drizzle.insert(loanCollaterals).values(taking).onConflictDoNothing();
    if (!isPractice) return [];
    const cover = { product: 'loans', asset: lent.asset, units: toUnits(practiceCover, scale) } as const;
    return fundForPractice(tx, ledger, [cover], clock());
  });
  ledger.changed(changed);
}
