import { readConfig } from '#server/core/config/config.ts';
import { stopLeftPostgres } from '#server/core/store/open-store.ts';

/** Stops the PostgreSQL of an exchange that was killed and is not started again. Loaded by `npm start` only then. */
export async function stopLeft(): Promise<void> {
  await stopLeftPostgres(readConfig(process.env));
}
