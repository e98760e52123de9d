import type { Contracts } from './contracts/contracts.ts';
import { type AskedKey, wasDone } from './idempotency/once.ts';
import { answerKeyText } from './idempotency/stored-answers.ts';
import type { Spot } from './spot/spot.ts';
import type { Database } from './store/database.ts';

export interface AskedBeforeDeps {
  readonly database: Database;
  readonly spot: Pick<Spot, 'wasDone'>;
  readonly contracts: Pick<Contracts, 'ended'>;
}

const spotCalls: ReadonlySet<string> = new Set(['POST currency', 'POST cancelCurrency']);

/**
 * Whether something was done under an idempotency key, for every call that moves money. After "no" nothing that was sent
 * before is still done: what is under way with the key is waited for first.
 */
export function createAskedBefore({ database, spot, contracts }: AskedBeforeDeps) {
  return async (asked: AskedKey): Promise<boolean> => {
    if (spotCalls.has(asked.call)) return spot.wasDone(asked);
    await contracts.ended(answerKeyText(asked));
    return wasDone(database, asked);
  };
}
