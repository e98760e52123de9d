import type { Ms } from '#protocol/core/brand.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { CallName } from '#protocol/calls.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { PricedMarket } from '#protocol/robots/maths/strategy.ts';
import { contractOf, isContractHalted, isOnContract, pricedContract } from './contracts/robot-contract.ts';
import { checkTerms, pricedMarket } from './creating.ts';
import type { RobotsDeps } from './deps.ts';
import { coinsOf } from './robot-coins.ts';
import { type PriceOf, type RobotChange, worthOf } from './robot-row.ts';
import type { RobotRow } from './tables.ts';
import { lockRobot, writeRobot } from './store.ts';

/** The calls that change a robot. */
type Act = Extract<CallName, 'POST quant/startIncome' | 'PUT quant/create' | 'POST quant/redeem'>;

/**
 * A person’s robot that has not ended, locked.
 *
 * @throws Refusal `notFound` for an unknown robot or another person’s, `orderFinished` for one that ends or has ended, and
 *   what the call answers while robots or one of the coins are stopped
 */
async function lockOwn(tx: Transaction, deps: RobotsDeps, call: Act, owner: bigint, id: string): Promise<RobotRow> {
  const row = await lockRobot(tx, BigInt(id));
  if (row === null || row.owner !== owner) throw new Refusal('notFound');
  deps.gate.check(call, { assets: [...coinsOf(row).map(({ base }) => base), row.quote] });
  if (row.state === 'stopping' || row.state === 'stopped') throw new Refusal('orderFinished');
  return row;
}

/** The markets of a robot that trade, with their prices. @throws Refusal `pairClosed` when one does not, or has none yet */
function pricedMarkets(deps: RobotsDeps, row: RobotRow): PricedMarket[] {
  return isOnContract(row) ? [pricedContract(deps, row.pair)] : coinsOf(row).map((coin) => pricedMarket(deps, coin));
}

/**
 * Pauses a robot, whose orders leave the book with its next turn, or lets it go on. One that is as asked stays so.
 *
 * @throws Refusal `notFound`, `orderFinished`, `pairClosed` when it should go on while one of its pairs does not trade
 */
export async function pauseOrStart(
  tx: Transaction,
  deps: RobotsDeps,
  owner: bigint,
  { id, act }: CheckedInput<'POST quant/startIncome'>,
  now: Ms,
): Promise<RobotRow> {
  const row = await lockOwn(tx, deps, 'POST quant/startIncome', owner, id);
  if (act === 'start' && row.state === 'paused') {
    pricedMarkets(deps, row);
    return writeRobot(tx, row, { state: 'running', cause: null, changedAt: now, updatedAt: now });
  }
  if (act === 'start' || row.state === 'paused') return row;
  const begin = row.begin ?? 'resume';
  return writeRobot(tx, row, { state: 'paused', cause: 'user', begin, changedAt: now, updatedAt: now });
}

/**
 * Changes a robot. Other parameters take its orders out of the book, and its strategy starts again with what it holds; a
 * name or bounds leave them where they are.
 *
 * @throws Refusal `notFound`, `orderFinished`, `pairClosed`, `quantityOutOfRange` also for another strategy or other coins of
 *   a basket, and those of `checkTerms`
 */
export async function changeRobot(
  tx: Transaction,
  deps: RobotsDeps,
  priceOf: PriceOf,
  owner: bigint,
  { id, name, parameters, bounds }: CheckedInput<'PUT quant/create'>,
  now: Ms,
): Promise<RobotRow> {
  const row = await lockOwn(tx, deps, 'PUT quant/create', owner, id);
  if (parameters.strategy !== row.strategy) throw new Refusal('quantityOutOfRange', { field: 'strategy' });
  const further = furtherCoins(parameters);
  const isOfSame =
    further.length === row.others.length && row.others.every(({ pair }, nth) => pair === further[nth]?.pair);
  if (!isOfSame) throw new Refusal('quantityOutOfRange', { field: 'others' });
  const [first, ...others] = pricedMarkets(deps, row);
  if (first === undefined) throw new Error(`robot ${id} trades no coin`);
  const checked = checkTerms(parameters, bounds, { ...first, amount: worthOf(row, priceOf), others });
  const isSame = bodyHash(parameters) === bodyHash(row.parameters);
  const replaced: RobotChange = isSame ? {} : { parameters, begin: 'start', changedAt: now };
  return writeRobot(tx, row, { name, ...checked, ...replaced, updatedAt: now });
}

/**
 * Ends a robot: its orders leave the book, its coins are sold or kept, and all goes back to its owner.
 *
 * @throws Refusal `notFound`, `orderFinished`, `pairClosed` when its coins should be sold, or its positions closed, while one of
 *   its markets does not trade, `quantityOutOfRange` for a grid on a contract that should keep something
 */
export async function redeemRobot(
  tx: Transaction,
  deps: RobotsDeps,
  owner: bigint,
  { id, coins }: CheckedInput<'POST quant/redeem'>,
  now: Ms,
): Promise<RobotRow> {
  const row = await lockOwn(tx, deps, 'POST quant/redeem', owner, id);
  if (isOnContract(row)) {
    if (coins === 'keep') throw new Refusal('quantityOutOfRange', { field: 'coins' });
    if (isContractHalted(deps, contractOf(deps, row))) throw new Refusal('pairClosed');
  } else if (coins === 'sell' && coinsOf(row).some(({ pair }) => !deps.spot.isOpen(pair))) {
    throw new Refusal('pairClosed');
  }
  const keep = coins === 'keep';
  return writeRobot(tx, row, { state: 'stopping', cause: 'user', keep, changedAt: now, updatedAt: now });
}
