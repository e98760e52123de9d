import type { Registry } from 'prom-client';
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Gate } from '../gate/gate.ts';
import type { Health } from '../jobs/health.ts';
import type { Troubles } from '../jobs/troubles.ts';
import type { Audit } from '../ledger/audit.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from '../store/database.ts';
import type { Doubts } from '../store/doubts.ts';
import type { StoreHealth } from '../store/store-health.ts';

/** What the core gives to every area, which picks what it needs. */
export interface CoreDeps {
  /** For calls of users; within a job the same over the connections of the background. */
  readonly database: Database;
  /** The same store over connections that the market writers have for themselves. */
  readonly writer: Database;
  /** And over those of jobs, audits and watchers. */
  readonly background: Database;
  readonly storeHealth: StoreHealth;
  /** Notified when an unknown outcome was decided. */
  readonly doubts: Doubts;
  readonly ledger: Ledger;
  readonly audit: Audit;
  /** While it stops a coin, a chain or a kind of movement, nothing of that moves. */
  readonly gate: Gate;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly metrics: Registry;
  /** Told what fails and goes on by itself. */
  readonly troubles: Troubles;
  readonly health: Health;
}
