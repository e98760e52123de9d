import { recordHeadDaysMax } from '../../../protocol/records/entities.ts';
import type { CoreDeps } from '../areas/core-deps.ts';
import type { Handlers } from '../handler.ts';
import { sharedReading } from '../pacing/shared-reading.ts';
import { dateOf, readHeads } from './heads.ts';

/** The heads are read again after this: there is a new one once a day. */
const readAgainMs = 60_000;

export type RecordHandlers = Pick<Handlers, 'GET common/recordHeads'>;

/** The handlers: one reading of the heads answers everybody for a minute. */
export function createRecordHandlers({ database, clock }: Pick<CoreDeps, 'database' | 'clock'>): RecordHandlers {
  const reading = sharedReading(clock, readAgainMs, async () => {
    const heads = await readHeads(database.pool, `day DESC LIMIT ${recordHeadDaysMax}`);
    return heads.map(({ day, hash, links }) => ({ date: dateOf(day), hash: hash.toString('hex'), links }));
  });
  return {
    async 'GET common/recordHeads'({ days }) {
      return { list: (await reading()).slice(0, days) };
    },
  };
}
