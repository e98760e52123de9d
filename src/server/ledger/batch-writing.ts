import type { BalanceRow } from './balance-row.ts';
import { postingsMax, postingsOf, type Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from '../store/database.ts';
import { postgresFailure } from '../store/postgres-errors.ts';

/**
 * Posts journals in portions the ledger takes; their order keeps every account whole in between. All of them are sent
 * before it first waits.
 *
 * @returns every balance that changed, as it stands at the end
 */
export async function postInPortions(
  tx: Transaction,
  ledger: Ledger,
  journals: readonly Journal[],
): Promise<BalanceRow[]> {
  const answers = await allInOrder(portionsOf(journals).map((portion) => ledger.postMany(tx, portion)));
  const changed = new Map<string, BalanceRow>();
  for (const row of answers.flat()) changed.set(`${row.owner}/${row.wallet}/${row.asset}`, row);
  return [...changed.values()];
}

function portionsOf(journals: readonly Journal[]): Journal[][] {
  const portions: Journal[][] = [];
  let postings = Infinity;
  for (const journal of journals) {
    if (postings + postingsOf(journal) > postingsMax) {
      portions.push([]);
      postings = 0;
    }
    portions.at(-1)?.push(journal);
    postings += postingsOf(journal);
  }
  return portions;
}

/**
 * Waits for statements that were sent together. Fails with the first one's failure: those behind it in the
 * same transaction only say that it was aborted, and may say so earlier.
 */
export async function allInOrder<Results extends readonly unknown[]>(sent: {
  readonly [Nth in keyof Results]: Promise<Results[Nth]>;
}): Promise<Results> {
  const settled = await Promise.allSettled(sent);
  const results = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return results as unknown as Results;
}

/** Whether the rows themselves were refused (a bound, a constraint): the same batch would fail again. */
export function isUnwritable(error: unknown): boolean {
  const code = postgresFailure(error)?.code ?? '';
  return error instanceof Refusal || code.startsWith('22') || code.startsWith('23');
}
