import type { Handlers } from '#server/core/handler.ts';
import { requireFreshProof } from '#server/accounts/account/fresh-proof.ts';
import type { ListingApplicationsDeps } from './deps.ts';
import { shownApplication, type ApplicationRow } from './rules.ts';
import { listApplications, lockApplication, writeApplication } from './store.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { coinAnswerDays } from '#protocol/core/limits.ts';
import { isSupplyWhole } from '#protocol/listing-applications/maths.ts';
import { endOfWorkingDay } from '#protocol/core/working-days.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { isUniqueViolation } from '#server/core/failures/postgres-errors.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { coinApplications } from './tables.ts';

export type ListingApplicationHandlers = Pick<Handlers, 'POST addCoinApply' | 'GET addCoinApply' | 'PUT addCoinApply'>;

/** The calls of applications to list a coin. */
export function createListingApplicationHandlers(deps: ListingApplicationsDeps): ListingApplicationHandlers {
  return {
    'POST addCoinApply': async (input, context) => {
      await requireFreshProof(deps, context);
      return shownApplication(await apply(deps, context.caller.userId, input, deps.clock()));
    },

    'GET addCoinApply': async (query, { caller }) => {
      const { rows, next } = await listApplications(deps.database, caller.userId, query);
      return { list: rows.map(shownApplication), next };
    },

    'PUT addCoinApply': async (input, { caller }) =>
      shownApplication(await answerQuestion(deps, caller.userId, input, deps.clock())),
  };
}

/**
 * Writes an application, takes its documents into use, and opens its review.
 *
 * @throws Refusal `alreadyProcessed` for a coin that is listed, `quantityOutOfRange` for a supply that does not add up,
 *   `unfinishedOrder` while another application of the user is open, `uploadPhotos`
 */
async function apply(
  { database, files, reviews }: ListingApplicationsDeps,
  owner: bigint,
  input: CheckedInput<'POST addCoinApply'>,
  now: number,
): Promise<ApplicationRow> {
  if (instruments.coins.has(input.symbol)) throw new Refusal('alreadyProcessed');
  if (!isSupplyWhole(input)) throw new Refusal('quantityOutOfRange', { most: input.issuance });
  try {
    return await database.transaction(async (tx) => {
      const answerBy = endOfWorkingDay(now, coinAnswerDays);
      const [row] = await tx.drizzle
        .insert(coinApplications)
        .values({ ...input, documents: [...input.documents], owner, submittedAt: now, answerBy })
        .returning();
      if (row === undefined) throw new Error('an application was not written');
      if (input.documents.length > 0) {
        await files.use(tx, owner, 'listing', input.documents, `coin-application ${row.id}`);
      }
      const { documents, ...fields } = input;
      const facts = { application: row.id.toString(), ...fields, documents: documents.length.toString() };
      await reviews.open(tx, { kind: 'listing', subject: row.id, owner, facts });
      return row;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('unfinishedOrder', { most: 1 });
    throw error;
  }
}

/**
 * Answers the open question of an own application: its review goes on, with a new promised day.
 *
 * @throws Refusal `notFound`, `alreadyReviewed` when no question is open
 */
async function answerQuestion(
  { database }: ListingApplicationsDeps,
  owner: bigint,
  { id, answer }: CheckedInput<'PUT addCoinApply'>,
  now: number,
): Promise<ApplicationRow> {
  return database.transaction(async (tx) => {
    const row = await lockApplication(tx, BigInt(id));
    if (row === null || row.owner !== owner) throw new Refusal('notFound');
    if (row.state !== 'question') throw new Refusal('alreadyReviewed');
    return writeApplication(tx, row.id, {
      state: 'under-review',
      texts: [...row.texts, { by: 'applicant', text: answer, at: now }],
      answerBy: endOfWorkingDay(now, coinAnswerDays),
      isHeard: true,
    });
  });
}
