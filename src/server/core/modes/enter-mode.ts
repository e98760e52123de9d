import { ConfigError, type Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { configChecks, missingText, storeChecks, type LiveCheck } from './live-checks.ts';
import { claimMode, refuseOtherMode } from './store-identity.ts';

/** A requirement of live mode is not met; the message names all of them and what to do. */
export class NotReadyForLive extends ConfigError {}

/** Refuses a live start that its settings alone rule out, before anything is opened. @throws NotReadyForLive */
export function checkConfigForMode(config: Config): void {
  if (config.mode === 'live') refuseMissing(configChecks(config));
}

/**
 * Enters the configured mode: live only if the store meets all requirements, and either mode only on its own data.
 *
 * @param now epoch milliseconds
 * @throws WrongMode for data of the other mode
 * @throws NotReadyForLive
 */
export async function enterMode(config: Pick<Config, 'mode'>, { pool }: Pick<Database, 'pool'>, now: number) {
  await refuseOtherMode(pool, config.mode);
  if (config.mode === 'live') refuseMissing(await storeChecks(pool));
  await claimMode(pool, config.mode, now);
}

function refuseMissing(checks: readonly LiveCheck[]): void {
  const missing = missingText(checks);
  if (missing === '') return;
  throw new NotReadyForLive(
    `MODE=live does not start yet:\n${missing}\nnpm run operator -- preflight lists everything required.`,
  );
}
