import type { Config } from '../core/config/config.ts';
import { liveChecks } from '../core/modes/live-checks.ts';
import { preflightText } from '../core/modes/preflight-text.ts';
import { say } from './command.ts';
import type { Database } from '../core/store/database.ts';
import { NotRunning, openBesideServer } from '../core/store/beside-server.ts';

export const preflightUsage = {
  usage: 'preflight',
  meaning: 'Everything that a start with MODE=live wants of these settings and their PostgreSQL, and why.',
} as const;

/**
 * Reports the requirements of a live start, with the settings of this environment and their PostgreSQL, if running.
 *
 * @returns whether nothing is missing
 */
export async function preflight(config: Config): Promise<boolean> {
  const database = databaseIfRunning(config);
  try {
    const checks = await liveChecks(config, (await answers(database)) ? (database?.pool ?? null) : null);
    say(preflightText(checks));
    return checks.every(({ ok }) => ok !== false);
  } finally {
    await database?.close();
  }
}

async function answers(database: Database | null): Promise<boolean> {
  if (database === null) return false;
  try {
    await database.pool.query('SELECT 1');
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    say(`PostgreSQL does not answer: ${message || code}\n`);
    return false;
  }
}

/** The embedded PostgreSQL runs only with its exchange. */
function databaseIfRunning(config: Config): Database | null {
  try {
    return openBesideServer(config);
  } catch (error) {
    if (error instanceof NotRunning) return null;
    throw error;
  }
}
