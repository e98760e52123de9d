import { Retries } from '#server/core/jobs/retries.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { aboutApplication, type ListingApplicationsDeps } from './deps.ts';
import { lateApplications, lockApplication, unheardApplications, writeApplication } from './store.ts';

const handledAtOnce = 100;

/** Notifies applicants of a question, and of a promised day that has passed without an answer: each once. */
export function createDueApplications({
  database,
  clock,
  notices,
  logger,
}: ListingApplicationsDeps): () => Promise<number> {
  const retries = new Retries<bigint>(clock, (error, id) =>
    logger.error({ err: error, application: id.toString() }, 'an applicant could not be notified'),
  );
  const handle = async (tx: Transaction, id: bigint): Promise<bigint | null> => {
    const row = await lockApplication(tx, id);
    if (row === null) return null;
    const question = row.texts.at(-1);
    if (!row.isHeard && row.state === 'question' && question !== undefined) {
      await writeApplication(tx, id, { isHeard: true });
      await notices.send(
        tx,
        row.owner,
        'account',
        'notice/coin-question',
        { coin: row.symbol, question: question.text },
        aboutApplication,
      );
      return row.owner;
    }
    if (row.answerBy === null || row.answerBy > clock()) return null;
    await writeApplication(tx, id, { answerBy: null });
    await notices.send(tx, row.owner, 'account', 'notice/coin-late', { coin: row.symbol }, aboutApplication);
    return row.owner;
  };
  return async () => {
    const most = handledAtOnce + retries.failing.count;
    const due = [...(await unheardApplications(database, most)), ...(await lateApplications(database, clock(), most))];
    let handled = 0;
    for (const { id } of due) {
      await retries.attempt(id, async () => {
        const owner = await database.transaction((tx) => handle(tx, id));
        if (owner === null) return;
        notices.changed(owner);
        handled += 1;
      });
    }
    return handled;
  };
}
