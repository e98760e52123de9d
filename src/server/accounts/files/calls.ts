import { hourMs } from '#protocol/core/durations.ts';
import { uploadsPerHour } from '#protocol/core/limits.ts';
import { countAttempt } from '../rate-limits/rate-limit.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Handlers } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Files } from './files.ts';
import { reencodeImage } from './reencoded-image.ts';
import { FileStoreAway } from './object-store.ts';

/** Serves the upload of images. */
export function createFileHandlers({
  database,
  clock,
  files,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Files;
}): Pick<Handlers, 'POST api/upload/img'> {
  return {
    async 'POST api/upload/img'({ purpose }, { caller, file }) {
      const key = { kind: 'upload', of: caller.userId.toString() };
      const limit = { most: uploadsPerHour, windowMs: hourMs };
      const isWithin = await database.transaction((tx) => countAttempt(tx, key, limit, clock()));
      if (!isWithin) throw new Refusal('verificationTooOften');
      const image = await reencodeImage(file.bytes);
      const id = await files.keep(caller.userId, purpose, image).catch(refuseAway);
      return { id, width: image.width, height: image.height, bytes: image.bytes.length };
    },
  };
}

/**
 * No file was created, though the attempt was counted: it may be retried at once. The failure is not its cause, because
 * a store failure after a commit would mean an unknown outcome.
 */
function refuseAway(error: unknown): never {
  throw error instanceof FileStoreAway ? new Refusal('busyRetry') : error;
}
