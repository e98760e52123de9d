import { fromUnits } from '../../contract/decimal.ts';
import type { AreaHandlers } from '../http/handler.ts';
import { assetScale } from '../ledger/assets.ts';
import { Refusal } from '../refusal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { withdrawPage } from './withdraw-page.ts';
import type { WithdrawalChanges } from './withdrawal-changes.ts';
import { listWithdrawals } from './withdrawal-store.ts';
import type { WithdrawalsMeans } from './withdrawals-means.ts';

export type WithdrawalHandlers = Pick<
  AreaHandlers<'wallet'>,
  'GET withdrawPage' | 'POST withdrawCoin' | 'POST withdrawCoinApp' | 'GET getWithdrawMinNum' | 'GET coinRecord'
>;

/** The calls of withdrawals. */
export function createWithdrawalHandlers(means: WithdrawalsMeans, changes: WithdrawalChanges): WithdrawalHandlers {
  return {
    'GET withdrawPage': ({ asset }, { caller }) => withdrawPage(means, caller.userId, asset),

    'POST withdrawCoin': async (input, context) => {
      const tap = { owner: context.caller.userId, key: context.idempotencyKey, facts: context };
      return { withdrawal: await requestWithdrawal(means, changes, 'POST withdrawCoin', input, tap) };
    },

    'POST withdrawCoinApp': async (input, context) => {
      const tap = { owner: context.caller.userId, key: context.idempotencyKey, facts: context };
      return { withdrawal: await requestWithdrawal(means, changes, 'POST withdrawCoinApp', input, tap) };
    },

    'GET getWithdrawMinNum': async ({ asset, chain }) => {
      const found = means.chains.coin(chain, asset);
      if (found === null) throw new Refusal('currencyMismatch');
      const shown = (units: bigint) => fromUnits(units, assetScale(asset));
      return { minimum: shown(found.coin.withdrawMinimum), fee: shown(found.coin.withdrawFee) };
    },

    'GET coinRecord': async (query, { caller }) => {
      const { list, next } = await listWithdrawals(means.database.pool, caller.userId, query);
      return { list: [...list], next };
    },
  };
}
