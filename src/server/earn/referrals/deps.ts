import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Config } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../accounts/notices/notices.ts';

export interface ReferralsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly config: Pick<Config, 'mode'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly notices: Pick<Notices, 'changed'>;
}
