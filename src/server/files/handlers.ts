import { uploadsPerHour } from '../../contract/limits.ts';
import { countAttempt } from '../accounts/attempts.ts';
import type { Clock } from '../clock.ts';
import type { Handlers } from '../http/handler.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import type { Files } from './files.ts';
import { keptImage } from './kept-image.ts';

const hourMs = 3_600_000;

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
      const image = await keptImage(file.bytes, file.declaredType);
      const id = await files.keep(caller.userId, purpose, image);
      return { id, width: image.width, height: image.height, bytes: image.bytes.length };
    },
  };
}
