import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';

export interface LaunchpadDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode' | 'makers'>;
  readonly outflow: Pick<Outflow, 'check'>;
  readonly notices: Pick<Notices, 'changed'>;
}
