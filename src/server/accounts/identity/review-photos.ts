import { eq } from 'drizzle-orm';
import type { Files } from '../files/files.ts';
import type { Database } from '#server/core/store/database.ts';
import { verifications } from './tables.ts';

/** A photo of an application, for the reviewer. */
export interface ReviewPhoto {
  readonly name: 'front' | 'back' | 'held';
  /** JPEG. */
  readonly bytes: Buffer;
}

/** The three photos of an application, for the operator's console. */
export async function photosOfApplication(
  database: Database,
  files: Pick<Files, 'readAny'>,
  application: bigint,
): Promise<ReviewPhoto[]> {
  const [row] = await database.drizzle
    .select({ front: verifications.front, back: verifications.back, held: verifications.held })
    .from(verifications)
    .where(eq(verifications.id, application));
  if (row === undefined) throw new Error(`application ${application} is not there`);
  const photos: ReviewPhoto[] = [];
  for (const name of ['front', 'back', 'held'] as const) {
    const bytes = await files.readAny(row[name]);
    if (bytes === null) throw new Error(`the ${name} photo of application ${application} is not there`);
    photos.push({ name, bytes });
  }
  return photos;
}
