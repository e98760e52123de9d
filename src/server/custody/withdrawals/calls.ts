import { fromUnits } from '../../../protocol/maths/decimal.ts';
import type { AreaHandlers } from '../../core/handler.ts';
import { assetScale } from '../../core/assets.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { withdrawPage } from './withdraw-page.ts';
import type { WithdrawalChanges } from './topic.ts';
import { listWithdrawals } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';

export type WithdrawalHandlers = Pick<
  AreaHandlers<'wallet'>,
  'GET withdrawPage' | 'POST withdrawCoin' | 'POST withdrawCoinApp' | 'GET getWithdrawMinNum' | 'GET coinRecord'
>;

/** The calls of withdrawals. */
export function createWithdrawalHandlers(deps: WithdrawalsDeps, changes: WithdrawalChanges): WithdrawalHandlers {
  return {
    'GET withdrawPage': ({ asset }, { caller }) => withdrawPage(deps, caller.userId, asset),

    'POST withdrawCoin': async (input, context) => {
      const request = { owner: context.caller.userId, key: context.idempotencyKey, facts: context };
      return { withdrawal: await requestWithdrawal(deps, changes, 'POST withdrawCoin', input, request) };
    },

    'POST withdrawCoinApp': async (input, context) => {
      const request = { owner: context.caller.userId, key: context.idempotencyKey, facts: context };
      return { withdrawal: await requestWithdrawal(deps, changes, 'POST withdrawCoinApp', input, request) };
    },

    'GET getWithdrawMinNum': async ({ asset, chain }) => {
      const found = deps.chains.coin(chain, asset);
      if (found === null) throw new Refusal('currencyMismatch');
      const shown = (units: bigint) => fromUnits(units, assetScale(asset));
      return { minimum: shown(found.coin.withdrawMinimum), fee: shown(found.coin.withdrawFee) };
    },

    'GET coinRecord': async (query, { caller }) => {
      const { list, next } = await listWithdrawals(deps.database.pool, caller.userId, query);
      return { list: [...list], next };
    },
  };
}
