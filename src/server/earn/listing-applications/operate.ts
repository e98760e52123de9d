import { coinQuestionsMax } from '#protocol/core/limits.ts';
import { writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { ListingTerms } from './tables.ts';
import { lockApplication, writeApplication } from './store.ts';

/** Why an operator cannot do something to an application. */
export type NotOpen = 'unknown' | 'decided' | 'asked' | 'too-many';

/**
 * Asks the applicant a question, with a line in the log: the running exchange notifies them, and the review waits for the
 * operator from then on, also in practice mode.
 *
 * @returns null when it is done
 */
export async function ask(tx: Transaction, id: bigint, question: string, signed: Signed): Promise<NotOpen | null> {
  const row = await lockApplication(tx, id);
  if (row === null) return 'unknown';
  if (row.decidedAt !== null) return 'decided';
  if (row.state === 'question') return 'asked';
  if (row.asked >= coinQuestionsMax) return 'too-many';
  const { rowCount } = await tx.client.query(
    `UPDATE reviews SET due_at = NULL WHERE kind = 'listing' AND subject = $1 AND state = 'open'`,
    [id],
  );
  if (rowCount === 0) return 'decided';
  await writeApplication(tx, id, {
    state: 'question',
    texts: [...row.texts, { by: 'desk', text: question, at: signed.at }],
    asked: row.asked + 1,
    answerBy: null,
    isHeard: false,
  });
  await log(tx, 'listing-ask', id, signed);
  return null;
}

/** Says what an application is listed with once it is accepted, with a line in the log. @returns null when it is done */
export async function setTerms(
  tx: Transaction,
  id: bigint,
  terms: ListingTerms,
  signed: Signed,
): Promise<NotOpen | null> {
  const row = await lockApplication(tx, id);
  if (row === null) return 'unknown';
  if (row.decidedAt !== null) return 'decided';
  await writeApplication(tx, id, { terms });
  await log(tx, 'listing-terms', id, signed);
  return null;
}

function log(tx: Transaction, what: 'listing-ask' | 'listing-terms', id: bigint, signed: Signed): Promise<bigint> {
  return writeOperatorLog(tx, { what, scope: null, subject: id.toString(), sessions: [] }, signed);
}
