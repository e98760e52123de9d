import type { CallOutput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { dayText, productDay } from '#protocol/core/product-day.ts';
import type { Handlers } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { requirePerson } from '#server/accounts/identity/person.ts';
import type { CheckInDeps } from './deps.ts';
import { claimOnDevice } from './devices.ts';
import { rewardOf, runDays } from './rules.ts';
import { signIn } from './check-in.ts';
import { openPool, shownPool, checkInStateOf } from './state.ts';

export type CheckInHandlers = Pick<Handlers, 'POST checkIn' | 'GET checkInfo' | 'GET chenkDayConfig'>;

export function createCheckInHandlers({
  database,
  ledger,
  clock,
  gate,
  config: { mode },
}: CheckInDeps): CheckInHandlers {
  const isSpread = mode === 'live';
  return {
    'POST checkIn': async (body, { caller: { userId }, idempotencyKey, address, userAgent }) => {
      const at = clock();
      const day = productDay(at);
      let changed: readonly BalanceRow[] = [];
      const { answer } = await database.transaction((tx) => {
        changed = [];
        const request = { userId, call: 'POST checkIn', key: idempotencyKey, body, at };
        return once(tx, request, async (): Promise<CallOutput<'POST checkIn'>> => {
          const check = async (asset: string) => {
            gate.check('POST checkIn', { assets: [asset] });
            await requirePerson(tx, { mode, owner: userId, benefit: 'sign-in reward' });
            if (mode !== 'live') return;
            await claimOnDevice(tx, { owner: userId, day, at, device: body.device, address, userAgent });
          };
          const done = await signIn(tx, ledger, { owner: userId, day, at, isSpread }, check);
          changed = done.changed;
          const { asset, units, doubled, length: streak } = done;
          return { day: dayText(day), streak, asset, reward: fromUnits(units, assetScale(asset)), doubled, at };
        });
      });
      ledger.changed(changed);
      return answer;
    },

    'GET checkInfo': ({ month }, { caller }) =>
      checkInStateOf(database.pool, caller.userId, { month, now: clock(), isSpread }),

    'GET chenkDayConfig': async () => {
      const pool = await openPool(database.pool, productDay(clock()), isSpread);
      const days = Array.from({ length: runDays }, (_, index) => {
        const position = index + 1;
        const reward = fromUnits(rewardOf(position, pool.reward), assetScale(pool.asset));
        return { position, reward, doubled: position === runDays };
      });
      return { asset: pool.asset, days, pool: shownPool(pool) };
    },
  };
}
