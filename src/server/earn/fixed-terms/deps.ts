import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';

export interface FixedTermsDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: Pick<Config, 'mode' | 'areasOff'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
}
