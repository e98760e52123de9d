import { Refusal } from '#server/core/failures/refusal.ts';
import type { Handlers } from '#server/core/handler.ts';
import { collectIncome, startUp, buyMiners } from './acts.ts';
import type { MiningDeps } from './deps.ts';
import { runOn, shownMiner, shownModel } from './rules.ts';
import { findMiner, listEvents, listMiners, listModels, readFreeCover, lockBuyer } from './store.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { MoneyCall } from '#protocol/calls.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';

export type MiningHandlers = Pick<
  Handlers,
  | 'GET common/miningList'
  | 'POST addMiningOrder'
  | 'GET miningOrder'
  | 'POST startUpMiningOrder'
  | 'POST pickMiningOrder'
  | 'GET miningOrderDetail'
>;

/** A request that moves money, by its key. */
interface Request {
  readonly call: MoneyCall;
  readonly userId: bigint;
  readonly key: string;
  readonly body: unknown;
}

/** What a request answers, and which balances it changed. */
interface Moved<Answer> {
  readonly answer: Answer;
  readonly changed: readonly BalanceRow[];
}

/** Moves money once per key: the user is locked, then the key is claimed, then `work` does it. */
function createMoveOnce({ database, ledger, clock, notices }: MiningDeps) {
  return async function moveOnce<Answer>(
    request: Request,
    work: (tx: Transaction, at: number) => Promise<Moved<Answer>>,
  ): Promise<Answer> {
    const at = clock();
    let changed: readonly BalanceRow[] = [];
    const { answer, repeated } = await database.transaction(async (tx) => {
      changed = [];
      await lockBuyer(tx, request.userId);
      return once(tx, { ...request, at }, async () => {
        const done = await work(tx, at);
        ({ changed } = done);
        return done.answer;
      });
    });
    ledger.changed(changed);
    if (!repeated) notices.changed(request.userId);
    return answer;
  };
}

/** The calls of the mining mall. */
export function createMiningHandlers(deps: MiningDeps): MiningHandlers {
  const { database, clock } = deps;
  const moveOnce = createMoveOnce(deps);

  return {
    'GET common/miningList': async (query) => {
      const { rows, next } = await listModels(database, query);
      const free = await readFreeCover(database.pool);
      return { list: rows.map((model) => shownModel(model, free.get(model.asset) ?? 0n)), next };
    },

    'POST addMiningOrder': (input, { caller: { userId }, idempotencyKey: key }) =>
      moveOnce({ call: 'POST addMiningOrder', userId, key, body: input }, (tx, at) =>
        buyMiners(tx, deps, userId, input, at),
      ),

    'GET miningOrder': async (query, { caller }) => {
      const at = clock();
      const { rows, next } = await listMiners(database, caller.userId, query);
      return { list: rows.map((row) => shownMiner(runOn(row, at))), next, at };
    },

    'POST startUpMiningOrder': (input, { caller: { userId }, idempotencyKey: key }) =>
      moveOnce({ call: 'POST startUpMiningOrder', userId, key, body: input }, async (tx, at) => {
        const { row, changed } = await startUp(tx, deps, userId, input, at);
        return { answer: { miner: shownMiner(row), at }, changed };
      }),

    'POST pickMiningOrder': (input, { caller: { userId }, idempotencyKey: key }) =>
      moveOnce({ call: 'POST pickMiningOrder', userId, key, body: input }, async (tx, at) => {
        const { list, changed } = await collectIncome(tx, deps, userId, input.miner, at);
        return { answer: { list: [...list], at }, changed };
      }),

    'GET miningOrderDetail': async (query, { caller }) => {
      const at = clock();
      const row = await findMiner(database, caller.userId, BigInt(query.id));
      if (row === null) throw new Refusal('minerUnknown');
      const { rows, next } = await listEvents(database, row.id, query);
      const scale = assetScale(row.asset);
      const list = rows.map(({ id, what, fuel, amount, at: when }) => ({
        id: id.toString(),
        what,
        fuel,
        amount: amount === null ? null : fromUnits(amount, scale),
        at: when,
      }));
      return { miner: shownMiner(runOn(row, at)), list, next, at };
    },
  };
}
