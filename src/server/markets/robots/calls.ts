import type { Ms } from '#protocol/core/brand.ts';
import type { CallName, CallOutput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { assetScale } from '#server/core/assets.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { once } from '#server/core/idempotency/once.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { changeRobot, pauseOrStart, redeemRobot } from './acts.ts';
import { createRobot, type RobotDone } from './creating.ts';
import type { RobotsDeps } from './deps.ts';
import { withdrawing } from './journals.ts';
import { createPastWeeks } from './past-weeks.ts';
import { listPairs, listProducts } from './records.ts';
import type { PriceOf } from './robot-row.ts';
import type { Runner } from './running/runner.ts';
import { incomePage, quantBalance, robotDetail, robotPage, showRobots, tradePage } from './shown.ts';

/** The calls that change robots of a person. */
type Changing = Extract<
  CallName,
  'POST quant/create' | 'PUT quant/create' | 'POST quant/startIncome' | 'POST quant/redeem'
>;

/** Who asks, and under which key. */
interface Asked {
  readonly call: Changing;
  readonly userId: bigint;
  readonly key: string;
  readonly body: unknown;
}

/** Handlers of robots. */
export function createRobotHandlers(deps: RobotsDeps, priceOf: PriceOf, runner: Runner): AreaHandlers<'quant'> {
  const { database, clock, ledger } = deps;
  const weeks = createPastWeeks(deps);

  /** Runs a change once under its key; the robot has its turn after the commit. */
  async function change(
    { call, userId, key, body }: Asked,
    work: (tx: Transaction, now: Ms) => Promise<RobotDone>,
  ): Promise<CallOutput<Changing>> {
    const at = clock();
    let done: RobotDone | null = null;
    const { answer } = await database.transaction(async (tx) => {
      done = null;
      await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      return once(tx, { userId, call, key, body, at }, async () => {
        const made = await work(tx, at);
        done = made;
        const [robot] = await showRobots(tx.client, deps, priceOf, [made.row]);
        if (robot === undefined) throw new Error('a robot is not shown');
        return { robot, at };
      });
    });
    publish(done);
    return answer;
  }

  function publish(done: RobotDone | null): void {
    if (done === null) return;
    ledger.changed(done.balances);
    runner.call(done.row);
  }

  const unmoved = async (row: Promise<RobotDone['row']>): Promise<RobotDone> => ({ row: await row, balances: [] });

  return {
    'GET quant/product/list': () => listProducts(deps),
    'GET quant/symbol/list': async () => listPairs(deps),
    'GET quant/candles': ({ pair, week }) => weeks.of(pair, week),

    'POST quant/create': (body, { caller: { userId }, idempotencyKey: key }) =>
      change({ call: 'POST quant/create', userId, key, body }, (tx, now) => createRobot(tx, deps, userId, body, now)),

    'PUT quant/create': (body, { caller: { userId }, idempotencyKey: key }) =>
      change({ call: 'PUT quant/create', userId, key, body }, (tx, now) =>
        unmoved(changeRobot(tx, deps, priceOf, userId, body, now)),
      ),

    'POST quant/startIncome': (body, { caller: { userId }, idempotencyKey: key }) =>
      change({ call: 'POST quant/startIncome', userId, key, body }, (tx, now) =>
        unmoved(pauseOrStart(tx, deps, userId, body, now)),
      ),

    'POST quant/redeem': (body, { caller: { userId }, idempotencyKey: key }) =>
      change({ call: 'POST quant/redeem', userId, key, body }, (tx, now) =>
        unmoved(redeemRobot(tx, deps, userId, body, now)),
      ),

    'POST quant/returnAssets': (body, { caller: { userId }, idempotencyKey: key }) =>
      returnAssets(deps, userId, key, body),

    'GET quant/order/list': (query, { caller }) => robotPage(deps, priceOf, caller.userId, query),
    'GET quant/order/detail': (query, { caller }) => robotDetail(deps, priceOf, caller.userId, query),
    'GET quant/order/trades': (query, { caller }) => tradePage(deps, caller.userId, query),
    'GET quant/balance': async (_, { caller }) =>
      quantBalance(deps, priceOf, caller.userId, await quantWallet(database, caller.userId)),
    'GET quant/income/list': (query, { caller }) => incomePage(deps, priceOf, caller.userId, query),
  };
}

/** Coins of the quant wallet, which holds what was moved there and not put into a robot. */
async function quantWallet(database: Database, owner: bigint): Promise<CallOutput<'GET quant/balance'>['wallet']> {
  const { rows } = await database.pool.query<{ asset: string; available: string; frozen: string }>(
    'SELECT asset, available, frozen FROM balances WHERE owner = $1 AND wallet = $2 AND available + frozen > 0 ORDER BY asset',
    [owner, walletNumber('quant')],
  );
  return rows.map(({ asset, available, frozen }) => ({
    asset,
    available: fromUnits(BigInt(available), assetScale(asset)),
    frozen: fromUnits(BigInt(frozen), assetScale(asset)),
  }));
}

/** Moves free coins of the quant wallet to the spot wallet. */
async function returnAssets(
  { database, ledger, gate, clock }: RobotsDeps,
  userId: bigint,
  key: string,
  body: { readonly asset: string; readonly amount: string },
): Promise<CallOutput<'POST quant/returnAssets'>> {
  const at = clock();
  const { asset } = body;
  let changed: Awaited<ReturnType<typeof ledger.post>> = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    return once(tx, { userId, call: 'POST quant/returnAssets', key, body, at }, async () => {
      const units = movedUnits(asset, body.amount);
      gate.check('POST quant/returnAssets', { assets: [asset] });
      changed = await ledger.post(tx, withdrawing(userId, asset, units, at));
      const left = changed.find(({ wallet }) => wallet === 'quant')?.available ?? 0n;
      const shown = (amount: bigint) => fromUnits(amount, assetScale(asset));
      return { asset, amount: shown(units), available: shown(left), at };
    });
  });
  ledger.changed(changed);
  return answer;
}
