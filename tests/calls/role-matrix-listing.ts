import { listingApplicationCalls } from '#protocol/listing-applications/calls.ts';
import { noFile, noId, ownerAlone, type Row, users } from './role-matrix-row.ts';
import type { RoleWorld } from './role-matrix-world.ts';

/** Applications to list a coin: with own documents alone, and answered by who applied. */
export function listingRows(world: RoleWorld) {
  const { input } = listingApplicationCalls['POST addCoinApply'].example;
  /** Ends what is open, so that another may follow; no policy decides what is made here. */
  const endOpen = async () => {
    await world.exchange.database.pool.query(
      `UPDATE coin_applications SET state = 'refused', decided_at = 0, answer_by = NULL WHERE decided_at IS NULL`,
    );
    await world.exchange.database.pool.query(`UPDATE reviews SET due_at = NULL WHERE kind = 'listing'`);
  };
  return {
    'POST addCoinApply': [
      {
        answers: ownerAlone('uploadPhotos'),
        make: () => world.picture('listing', 'owner'),
        absent: noFile,
        of: async (document: string) => {
          await endOpen();
          return { ...input, documents: [document] };
        },
      },
    ],
    'GET addCoinApply': [{ answers: users(), own: 'id' }],
    'PUT addCoinApply': [
      {
        answers: ownerAlone('notFound'),
        make: async () => {
          await endOpen();
          const { id } = await world.done('POST addCoinApply', { ...input, documents: [] }, 'owner');
          await world.exchange.database.pool.query(
            `UPDATE coin_applications SET state = 'question', answer_by = NULL WHERE id = $1`,
            [id],
          );
          return id as string;
        },
        absent: noId,
        of: (id: string) => ({ id, answer: 'Knot Labs' }),
      },
    ],
  } satisfies Record<string, readonly Row[]>;
}
