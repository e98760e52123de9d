import { toUnits } from '#protocol/core/decimal.ts';
import { optionCycles } from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { enterRound } from './entering.ts';
import { optionAsset } from './rules.ts';
import type { RoundRow } from './round-row.ts';

/** Stakes of the house's two traders, in whole USDT. */
const leastStake = 40;
const mostStake = 400;
/** What each of them gets when it runs low, enough for a day of every series. */
const purse = toUnits('5000000', assetScale(optionAsset));
const purseLeast = toUnits(String(mostStake * optionCycles.length * 10), assetScale(optionAsset));

/** Practice mode: two house traders predict up and down in viewed rounds, so that users have counterparties. */
export interface PracticeBots {
  /** Both enter an open round, after topping up their balances. */
  enter(tx: Transaction, round: RoundRow): Promise<{ round: RoundRow; changed: readonly BalanceRow[] }>;
}

/** @param random from 0 to below 1 */
export function createPracticeBots(
  ledger: Pick<Ledger, 'post' | 'lockBalances'>,
  clock: Clock,
  random: () => number,
): PracticeBots {
  const sides = [
    { owner: houseOwners.makerA, direction: 'up' },
    { owner: houseOwners.makerB, direction: 'down' },
  ] as const;

  async function fund(tx: Transaction): Promise<readonly BalanceRow[]> {
    const keys = sides.map(({ owner }) => ({ owner, wallet: 'option', asset: optionAsset }) as const);
    const poor = (await ledger.lockBalances(tx, keys)).filter(({ available }) => available < purseLeast);
    if (poor.length === 0) return [];
    const account = { wallet: 'option', asset: optionAsset, part: 'available' } as const;
    return ledger.post(tx, {
      kind: 'practice',
      reference: 'options',
      at: clock(),
      postings: poor.flatMap(({ owner }) => [
        { ...account, owner: houseOwners.practice, amount: -purse },
        { ...account, owner, amount: purse },
      ]),
    });
  }

  return {
    async enter(tx, round) {
      const changed = [...(await fund(tx))];
      let last = round;
      for (const { owner, direction } of sides) {
        const whole = leastStake + Math.floor(random() * (mostStake - leastStake));
        const stake = toUnits(String(whole), assetScale(optionAsset));
        const entered = await enterRound(tx, ledger, clock, { round: BigInt(round.id), owner, direction, stake });
        changed.push(...entered.changed);
        last = entered.round;
      }
      return { round: last, changed };
    },
  };
}
