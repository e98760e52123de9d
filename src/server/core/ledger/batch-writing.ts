import { balanceKeyText, type BalanceRow } from './balance-row.ts';
import { sendBeside, allInOrder } from './beside.ts';
import { changesOf, entryLines } from './entry-lines.ts';
import { postingsMax, postingsOf, type Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { PostOptions } from './post.ts';
import { Refusal } from '../failures/refusal.ts';
import type { Transaction } from '../store/database.ts';
import { postgresFailure } from '../failures/postgres-errors.ts';

/**
 * Posts journals in batches of the ledger's size; their order keeps every account valid in between. Where there are
 * several, all balances are locked before the first one, because the batches follow the order of the journals and not
 * of the locks. Everything is sent before the first await.
 *
 * @returns every changed balance in its final state
 */
export async function postInPortions(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany' | 'lockBalances'>,
  journals: readonly Journal[],
  options: PostOptions = {},
): Promise<BalanceRow[]> {
  const portions = portionsOf(journals);
  const [only] = portions;
  if (only !== undefined && portions.length === 1) return ledger.postMany(tx, only, options);
  const { held, beside = [] } = options;
  const locked = portions.length > 1 ? ledger.lockBalances(tx, changesOf(entryLines(journals))) : Promise.resolve([]);
  const posted = portions.map((portion) => ledger.postMany(tx, portion, held === undefined ? {} : { held }));
  const [, answers] = await allInOrder([locked, allInOrder(posted), allInOrder(sendBeside(tx, beside))]);
  const changed = new Map(answers.flat().map((row) => [balanceKeyText(row), row]));
  return [...changed.values()];
}

function portionsOf(journals: readonly Journal[]): Journal[][] {
  const portions: Journal[][] = [];
  let postings = Number.POSITIVE_INFINITY;
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

/** Whether the rows themselves were rejected (range, constraint): the same batch would fail again. */
export function isUnwritable(error: unknown): boolean {
  const code = postgresFailure(error)?.code ?? '';
  return error instanceof Refusal || code.startsWith('22') || code.startsWith('23');
}
