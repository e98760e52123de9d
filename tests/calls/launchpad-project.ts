import type { LaunchpadManner } from '#protocol/launchpad/entities/words.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import type { Database } from '#server/core/store/database.ts';
import { fundForPractice } from '#server/earn/backing/funding.ts';
import { announce, projectOfTerms, type WrittenTerms } from '#server/earn/launchpad/creating.ts';

/** Terms of a project for tests: 1,000 pieces of one coin at 0.5 USDT, from 5 to 400 USDT a person. */
export const testTerms: WrittenTerms = {
  coin: 'SEI',
  quote: 'USDT',
  name: 'Sei',
  manner: 'pro-rata',
  issuance: '1000',
  piece: '1',
  price: '0.5',
  minimum: '5',
  maximum: '400',
  opensAt: 0,
  closesAt: 0,
  auctionMs: null,
  practice: false,
};

/** Announces a project whose coins come from `practice`. @returns its id */
export async function announceForTest(
  database: Pick<Database, 'transaction'>,
  terms: Partial<WrittenTerms> & Pick<WrittenTerms, 'opensAt' | 'closesAt'>,
): Promise<bigint> {
  const ledger = createLedger();
  const project = projectOfTerms({ ...testTerms, ...terms });
  const at = project.opensAt - 1;
  return database.transaction(async (tx) => {
    const units = 2n * project.pieces * project.piece;
    await fundForPractice(tx, ledger, [{ product: 'launchpad', asset: project.coin, units }], at);
    const { project: row } = await announce(tx, ledger, project, { by: 'ann', reason: 'a test', at });
    return row.id;
  });
}

/** One that takes commitments now and for an hour. @returns its id as calls name it */
export async function projectInProgress(
  database: Pick<Database, 'transaction'>,
  manner: LaunchpadManner = 'pro-rata',
): Promise<string> {
  const now = Date.now();
  const terms = { manner, minimum: '1', opensAt: now - 1_000, closesAt: now + 3_600_000 };
  return (await announceForTest(database, terms)).toString();
}
