import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';

export interface ReferralsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'gate'> {
  readonly config: Pick<Config, 'mode'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly notices: Pick<Notices, 'changed'>;
}
