import type { CallOutput } from '../../../protocol/calls.ts';
import { fromUnits } from '../../../protocol/maths/decimal.ts';
import { dayText, monthOfDay, productDay } from '../../../protocol/maths/product-day.ts';
import type { Handlers } from '../../core/handler.ts';
import { once } from '../../core/idempotency/once.ts';
import { assetScale } from '../../core/assets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { SignInDeps } from './deps.ts';
import { rewardOf, runDays } from './rules.ts';
import { signIn } from './sign-in.ts';
import { openPool, shownPool, signInStateOf } from './state.ts';

export type SignInHandlers = Pick<Handlers, 'POST checkIn' | 'GET checkInfo' | 'GET chenkDayConfig'>;

export function createSignInHandlers({ database, ledger, clock, gate }: SignInDeps): SignInHandlers {
  return {
    'POST checkIn': async (body, { caller: { userId }, idempotencyKey }) => {
      const at = clock();
      const day = productDay(at);
      let changed: readonly BalanceRow[] = [];
      const { answer } = await database.transaction((tx) => {
        changed = [];
        const request = { userId, call: 'POST checkIn', key: idempotencyKey, body, at };
        return once(tx, request, async (): Promise<CallOutput<'POST checkIn'>> => {
          const check = (asset: string) => gate.check('POST checkIn', { assets: [asset] });
          const done = await signIn(tx, ledger, { owner: userId, day, at }, check);
          changed = done.changed;
          const { asset, units, doubled, length: streak } = done;
          return { day: dayText(day), streak, asset, reward: fromUnits(units, assetScale(asset)), doubled, at };
        });
      });
      ledger.changed(changed);
      return answer;
    },

    'GET checkInfo': ({ month }, { caller }) => signInStateOf(database.pool, caller.userId, month, clock()),

    'GET chenkDayConfig': async () => {
      const pool = await openPool(database.pool, monthOfDay(productDay(clock())));
      const days = Array.from({ length: runDays }, (_, index) => {
        const position = index + 1;
        const reward = fromUnits(rewardOf(position, pool.reward), assetScale(pool.asset));
        return { position, reward, doubled: position === runDays };
      });
      return { asset: pool.asset, days, pool: shownPool(pool) };
    },
  };
}
