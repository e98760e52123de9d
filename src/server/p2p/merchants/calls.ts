import type { AreaHandlers } from '#server/core/handler.ts';
import { shownDeposit } from './deposit-view.ts';
import type { MerchantsDeps } from './deps.ts';
import { askDepositBack, payDeposit, topUpDeposit } from './requests.ts';
import { changeSettings, readSettings, shownSettings } from './settings.ts';
import { methodsOf, readApplicant, readMerchant } from './store.ts';
import { readFigures } from './figure-rows.ts';

export type MerchantHandlers = Pick<
  AreaHandlers<'otc'>,
  | 'GET legalMgrPage'
  | 'PUT legalMgrPage'
  | 'GET depositPage'
  | 'POST deposit'
  | 'GET makeUpDepositPage'
  | 'POST makeUpDeposit'
  | 'GET backDepositPage'
  | 'POST backDeposit'
>;

/** The calls of merchants: their deposit, and the page of their standing. */
export function createMerchantHandlers(deps: MerchantsDeps): MerchantHandlers {
  const { pool } = deps.database;
  const depositOf = async (owner: bigint) => shownDeposit(pool, await readMerchant(pool, owner));
  const standingOf = async (owner: bigint) => {
    const row = await readMerchant(pool, owner);
    return { suspended: row.suspendedAt !== null, deposit: await shownDeposit(pool, row) };
  };
  return {
    'GET legalMgrPage': async (_input, { caller: { userId } }) => {
      const now = deps.clock();
      const [{ disabled: _disabled, ...applicant }, methods, standing, work, figures, settings, day] =
        await Promise.all([
          readApplicant(pool, userId),
          methodsOf(pool, userId),
          standingOf(userId),
          deps.workOf(pool, userId),
          readFigures(pool, [userId], now),
          readSettings(pool, userId).then((row) => shownSettings(pool, row, now)),
          deps.bookOf(pool, userId, now),
        ]);
      return { ...applicant, methods, ...standing, ...work, figures: figures(userId), settings, day };
    },
    'PUT legalMgrPage': (input, { caller }) => changeSettings(deps, caller.userId, input),
    'GET depositPage': (_, { caller }) => depositOf(caller.userId),
    'POST deposit': (_, { caller, idempotencyKey: key }) => payDeposit(deps, { owner: caller.userId, key }),
    'GET makeUpDepositPage': (_, { caller }) => depositOf(caller.userId),
    'POST makeUpDeposit': (_, { caller, idempotencyKey: key }) => topUpDeposit(deps, { owner: caller.userId, key }),
    'GET backDepositPage': async (_, { caller: { userId } }) => {
      const [deposit, work] = await Promise.all([depositOf(userId), deps.workOf(pool, userId)]);
      return { deposit, ...work };
    },
    'POST backDeposit': (_, { caller, idempotencyKey: key }) => askDepositBack(deps, { owner: caller.userId, key }),
  };
}
