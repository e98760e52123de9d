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
import type { Tracer } from '../tracing/tracer.ts';

/** What the core provides; each area picks what it needs. */
export interface CoreDeps {
  /** For user calls; inside a job it uses the background connections. */
  readonly database: Database;
  /** The same store over the market writers' own connections. */
  readonly writer: Database;
  /** The same store over the connections of jobs, audits and watchers. */
  readonly background: Database;
  readonly storeHealth: StoreHealth;
  /** Notified when an unknown outcome has been resolved. */
  readonly doubts: Doubts;
  readonly ledger: Ledger;
  readonly audit: Audit;
  /** Blocks movements of a coin or chain, or of one kind, while they are stopped. */
  readonly gate: Gate;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Config;
  readonly metrics: Registry;
  /** Records failures that are retried automatically. */
  readonly troubles: Troubles;
  readonly health: Health;
  /** Null while tracing is off. */
  readonly tracer: Tracer | null;
}
