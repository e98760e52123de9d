import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Logger } from '#server/core/log/log.ts';
import type { Database } from '../database.ts';
import { type Histories, standbyHistories } from './histories.ts';
import { openDatabase } from '../open.ts';
import { StandbyPosition } from './position.ts';
import { usersLimits } from '../store-limits.ts';

/** A standby of the store's PostgreSQL, for reading histories. */
export interface Standby {
  readonly database: Database;
  readonly histories: Histories;
  /** How far it is behind, in milliseconds; infinite while it is not read. */
  lag(): number;
  /** Looks at it from now on, once the primary is owned. */
  begin(): void;
  close(): Promise<void>;
}

export interface StandbyDeps {
  readonly primary: Database;
  /** As in `StandbyPositionDeps`. */
  readonly owner: string;
  readonly logger: Logger;
}

/** How often the two are compared: for about so long after a change its owner reads the primary. */
const lookEveryMs = 200;

/** Opens it; nothing is connected before `begin`. The exchange runs with it, without it, and while it comes and goes. */
export function openStandby(connection: ClientConfig, { primary, owner, logger }: StandbyDeps): Standby {
  const database = openDatabase(connection, {
    limits: usersLimits,
    applicationName: 'dunlin histories',
    onConnectionError: (error) => logger.debug({ err: error }, 'an idle connection to the standby broke'),
  });
  const now = () => performance.now();
  const position = new StandbyPosition({
    primary: primary.pool,
    standby: database.pool,
    owner,
    now,
    onTrust(isTrusted, reason) {
      if (isTrusted) logger.info('histories are read from the standby');
      else logger.warn({ err: reason }, 'the standby cannot be used: histories are read from the primary');
    },
  });
  const histories = standbyHistories(position, now);
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  async function lookOn(): Promise<void> {
    while (!closing.signal.aborted) {
      await position.look();
      histories.forgetShown();
      await sleep(lookEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    database,
    histories,
    lag: () => now() - position.shownUntil(),
    begin() {
      looking = lookOn();
    },
    async close() {
      closing.abort();
      await looking;
      await database.close();
    },
  };
}
