import { fromUnits } from '#protocol/core/decimal.ts';
import type { AreaHandlers, CallContext, Caller } from '#server/core/handler.ts';
import { assetScale, assets } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
import type { WithdrawalChanges } from './topic.ts';
import { listWithdrawals } from './store.ts';
import type { WithdrawalsDeps } from './deps.ts';
import type { CallOutput } from '#protocol/calls.ts';
import {
  type AddressWaitRow,
  deviceWaitsUntil,
  newAddressesWait,
  shownWithdrawalHold,
} from '#server/accounts/account/withdrawal-hold.ts';
import { chainTerms } from '../chains/chain-terms.ts';
import { shownHeld } from '#server/core/outflow/held-value.ts';
import { listBooked } from './address-book.ts';
import { dailyLimit, shownUsdt, usedOfLimit } from './daily-limit.ts';

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

type PageDeps = Pick<
  WithdrawalsDeps,
  'database' | 'chains' | 'clock' | 'prices' | 'gate' | 'addressWaitByDefault' | 'outflow'
>;

/**
 * Everything the withdrawal form shows of a coin.
 *
 * @throws Refusal `currencyMismatch` for an unknown coin
 */
async function withdrawPage(
  deps: PageDeps,
  { userId: owner, sessionId }: Caller,
  asset: string,
): Promise<CallOutput<'GET withdrawPage'>> {
  if (!assets.has(asset)) throw new Refusal('currencyMismatch');
  const { pool } = deps.database;
  const now = deps.clock();
  const [user, available, addresses, used, holds] = await Promise.all([
    readUser(deps, owner),
    readAvailable(deps, owner, asset),
    listBooked(pool, owner),
    usedOfLimit(pool, owner, now),
    shownHolds(deps, { userId: owner, sessionId }, now),
  ]);
  return {
    asset,
    available: fromUnits(available, assetScale(asset)),
    chains: chainTerms(deps.chains, asset, deps.gate),
    addresses,
    ownAddresses: ownAddresses(deps.chains, asset, owner),
    addressWait: user.addressWait,
    dailyLimit: shownUsdt(dailyLimit(user.verified)),
    dailyUsed: shownUsdt(used),
    dailyLimitVerified: shownUsdt(dailyLimit(true)),
    verified: user.verified,
    hasTransactionPassword: user.hasTransactionPassword,
    ...holds,
    price: deps.prices.indexPrice(asset),
  };
}

/** What keeps money of this user from leaving by this session, as the gate of outflows would say. */
async function shownHolds(
  { database: { pool }, outflow }: PageDeps,
  { userId, sessionId }: Caller,
  now: number,
): Promise<Pick<CallOutput<'GET withdrawPage'>, 'withdrawalHoldUntil' | 'withdrawalHoldReason' | 'held'>> {
  const [changed, device, holds] = await Promise.all([
    shownWithdrawalHold(pool, userId, now),
    deviceWaitsUntil(pool, userId, sessionId, now),
    outflow.heldOf(pool, userId, now),
  ]);
  const isOfDevice = (device ?? 0) > (changed ?? 0);
  const until = isOfDevice ? device : changed;
  return {
    withdrawalHoldUntil: until,
    withdrawalHoldReason: until === null ? null : isOfDevice ? 'new-device' : 'security',
    held: shownHeld(holds),
  };
}

/** The user's own deposit addresses on the chains of a coin, as `checkAddress` refuses them. */
function ownAddresses(chains: PageDeps['chains'], asset: string, owner: bigint) {
  return chains.all
    .filter(({ coins }) => coins.some((coin) => coin.asset === asset))
    .map((chain) => ({ chain: chain.id, address: chain.depositAddress(owner) }));
}

async function readUser({ database, addressWaitByDefault }: PageDeps, owner: bigint) {
  const { rows } = await database.pool.query<AddressWaitRow & { verification: string; has_password: boolean }>(
    `SELECT verification, address_wait, address_wait_ended_at, transaction_password_hash IS NOT NULL AS has_password
       FROM users WHERE id = $1`,
    [owner],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a session without its user');
  return {
    verified: row.verification === 'verified',
    addressWait: newAddressesWait(row, addressWaitByDefault),
    hasTransactionPassword: row.has_password,
  };
}

async function readAvailable({ database }: PageDeps, owner: bigint, asset: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = 0 AND asset = $2',
    [owner, asset],
  );
  return BigInt(rows[0]?.available ?? 0);
}
