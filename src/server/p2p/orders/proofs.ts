import { hourMs } from '#protocol/core/durations.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { paymentProofsMax } from '#protocol/p2p/currencies.ts';
import { uploadsPerHour } from '#protocol/core/limits.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { UploadedFile } from '#server/core/handler.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { countAttempt } from '#server/accounts/rate-limits/rate-limit.ts';
import { FileStoreAway } from '#server/accounts/files/object-store.ts';
import { reencodeImage } from '#server/accounts/files/reencoded-image.ts';
import { checkOpen, lockOwnOrder, type OwnOrder } from './acts.ts';
import { type PictureDeps, proofKey, readPicture, sealPicture } from './appeals/evidence.ts';
import type { OrderChanges } from './changes.ts';
import type { OrdersDeps } from './deps.ts';
import { withoutCoins } from './ending.ts';
import { writeEvent, writeOrder } from './store.ts';

/**
 * Attaches a picture to an open order, encrypted. It cannot be taken back: it is evidence.
 *
 * @throws Refusal `notFound`, `orderFinished`, `quantityOutOfRange` beyond the most of a side, `uploadPhotos`,
 *   `verificationTooOften`, `busyRetry`, `notYetOpen` without SECRETS_KEY
 */
export async function attachProof(
  deps: OrdersDeps,
  changes: OrderChanges,
  user: bigint,
  order: string,
  file: UploadedFile,
): Promise<CallOutput<'POST uploadBuyProof'>> {
  const { database, clock, files, secrets } = deps;
  const key = { kind: 'upload', of: user.toString() };
  // Before anything is decoded or written: whose order it is, and how many there may be.
  const begun = await database.transaction(async (tx) => {
    const isWithin = await countAttempt(tx, key, { most: uploadsPerHour, windowMs: hourMs }, clock());
    const own = await lockOwnOrder(tx, order, user);
    await checkRoom(tx, own);
    return { isWithin, own, sealing: await proofKey(tx, secrets, user, clock()) };
  });
  if (!begun.isWithin) throw new Refusal('verificationTooOften');
  const image = await reencodeImage(file.bytes);
  const { row: of, side } = begun.own;
  const bytes = sealPicture(image.bytes, begun.sealing, of.id, side);
  const id = await files.keep(user, 'payment-proof', { ...image, bytes }).catch((error: unknown) => {
    throw error instanceof FileStoreAway ? new Refusal('busyRetry') : error;
  });
  const now = clock();
  const done = await database.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, order, user);
    await checkRoom(tx, own);
    await files.use(tx, user, 'payment-proof', [id], `fiat order ${order}`);
    await tx.client.query(
      `INSERT INTO fiat_proofs (file, fiat_order, by, at, sha256, sealed_with)
       VALUES ($1, $2, $3, $4, (SELECT encode(sha256, 'hex') FROM files WHERE id = $1), $5)`,
      [id, own.row.id, own.side, now, [begun.sealing.id]],
    );
    await writeEvent(tx, own.row.id, 'proof', own.side, now);
    // The seller is not warned of a missing proof any more.
    const isAwaited = own.row.state === 'paid' && own.side === 'buyer';
    const row = await writeOrder(tx, own.row, isAwaited ? { dueAt: null } : {}, now);
    return withoutCoins(row);
  });
  changes.changed(done);
  return { file: id, width: image.width, height: image.height, bytes: image.bytes.length };
}

async function checkRoom(tx: Transaction, own: OwnOrder): Promise<void> {
  checkOpen(own);
  const { rows } = await tx.client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM fiat_proofs WHERE fiat_order = $1 AND by = $2',
    [own.row.id, own.side],
  );
  if ((rows[0]?.count ?? 0) >= paymentProofsMax) throw new Refusal('quantityOutOfRange', { most: paymentProofsMax });
}

/** The bytes of a picture that belongs to an order of the reader: its proofs, and for the buyer the payee's QR code. */
export async function readOrderFile(deps: PictureDeps, reader: bigint, file: string): Promise<Buffer | null> {
  const { rowCount } = await deps.database.pool.query(
    `SELECT FROM fiat_proofs JOIN fiat_orders ON fiat_orders.id = fiat_proofs.fiat_order
      WHERE fiat_proofs.file = $2 AND $1 IN (buyer, seller)
      UNION ALL (SELECT FROM fiat_orders WHERE qr = $2 AND buyer = $1 LIMIT 1)`,
    [reader, file],
  );
  return (rowCount ?? 0) > 0 ? readPicture(deps, file) : null;
}
