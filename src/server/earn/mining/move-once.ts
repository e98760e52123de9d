import type { MoneyCall } from '../../../protocol/calls.ts';
import { once } from '../../core/idempotency/once.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import type { Transaction } from '../../core/store/database.ts';
import type { MiningDeps } from './deps.ts';
import { lockBuyer } from './store.ts';

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
export function createMoveOnce({ database, ledger, clock, notices }: MiningDeps) {
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
