import { fromUnits } from '#protocol/core/decimal.ts';
import type { AreaHandlers, CallContext } from '#server/core/handler.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
import { withdrawPage } from './withdraw-page.ts';
import type { WithdrawalChanges } from './topic.ts';
import { listWithdrawals } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';

export type WithdrawalHandlers = Pick<
  AreaHandlers<'wallet'>,
  'GET withdrawPage' | 'POST withdrawCoin' | 'POST withdrawCoinApp' | 'GET getWithdrawMinNum' | 'GET coinRecord'
>;

function requestOf(context: CallContext<'POST withdrawCoin' | 'POST withdrawCoinApp'>): WithdrawalRequest {
  const { caller, idempotencyKey } = context;
  return { owner: caller.userId, session: caller.sessionId, key: idempotencyKey, facts: context };
}

/** The calls of withdrawals. */
export function createWithdrawalHandlers(deps: WithdrawalsDeps, changes: WithdrawalChanges): WithdrawalHandlers {
  return {
    'GET withdrawPage': ({ asset }, { caller }) => withdrawPage(deps, caller, asset),

    'POST withdrawCoin': async (input, context) => {
      const request = requestOf(context);
      return { withdrawal: await requestWithdrawal(deps, changes, 'POST withdrawCoin', input, request) };
    },

    'POST withdrawCoinApp': async (input, context) => {
      const request = requestOf(context);
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
