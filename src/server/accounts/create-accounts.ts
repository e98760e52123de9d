import type { Clock } from '../clock.ts';
import type { AreaHandlers } from '../http/handler.ts';
import { Sender, type SenderLog } from '../sender/sender.ts';
import { smtpDelivery, webhookDelivery } from '../sender/transports.ts';
import type { Database } from '../store/database.ts';
import { accountLimits } from './account-limits.ts';
import type { AccountsDeps, RegistrationStep } from './accounts-deps.ts';
import { createAuthHandlers } from './handlers.ts';
import { Sessions } from './sessions.ts';
import { accountsSweepMs, sweepAccounts } from './sweep.ts';

/** How accounts are configured (design section 6). */
export interface AccountsConfig {
  readonly mode: 'practice' | 'live';
  readonly invitationRequired: boolean;
  /** See `accountLimits`. */
  readonly addressLimitFactor: number;
  readonly smtpUrl: string | null;
  readonly smtpFrom: string;
  readonly smsWebhook: string | null;
}

/** Accounts at work. */
export interface Accounts {
  readonly handlers: AreaHandlers<'auth'>;
  /** Who stands behind a token, for the edges; tells when a session ends. */
  readonly sessions: Sessions;
  readonly sender: Sender;
  /** Starts delivering what waits and removing what has expired; returns how to stop, which waits for what runs. */
  start(): () => Promise<void>;
}

/** Letters that could not be delivered at once are looked at this often. */
const deliverEveryMs = 2_000;

/** Accounts of an exchange, with the outbox and its transports. */
export function createAccounts(
  config: AccountsConfig,
  given: { database: Database; clock: Clock; log: SenderLog; onRegistered: readonly RegistrationStep[] },
): Accounts {
  const { database, clock, log, onRegistered } = given;
  const sessions = new Sessions(database, clock);
  const sender = new Sender(database, clock, log, {
    ...(config.smtpUrl === null ? {} : { email: smtpDelivery(config.smtpUrl, config.smtpFrom) }),
    ...(config.smsWebhook === null ? {} : { sms: webhookDelivery(config.smsWebhook) }),
  });
  const limits = accountLimits(config.addressLimitFactor);
  const { mode, invitationRequired } = config;
  const deps: AccountsDeps = { database, clock, sessions, sender, limits, mode, invitationRequired, onRegistered };
  return { handlers: createAuthHandlers(deps), sessions, sender, start: () => startUpkeep(deps, log) };
}

function startUpkeep(deps: AccountsDeps, log: SenderLog): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    sweeping = sweepAccounts(deps).catch((error: unknown) => log.warn({ err: error }, 'accounts were not swept'));
  };
  const deliverTimer = setInterval(() => void deps.sender.deliverDue(), deliverEveryMs);
  const sweepTimer = setInterval(sweep, accountsSweepMs);
  return async () => {
    clearInterval(deliverTimer);
    clearInterval(sweepTimer);
    await Promise.all([sweeping, deps.sender.settled()]);
  };
}
