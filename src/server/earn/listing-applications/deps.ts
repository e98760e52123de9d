import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Config } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Files } from '../../accounts/files/files.ts';
import type { Notices } from '../../accounts/notices/notices.ts';
import type { Reviews } from '../../accounts/reviews/reviews.ts';

export interface ListingApplicationsDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly logger: Pick<Logger, 'error'>;
  readonly config: Pick<Config, 'mode'>;
  readonly files: Pick<Files, 'use'>;
  readonly reviews: Reviews;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
}

/** What the notices of applications are about. */
export const aboutApplication = { kind: 'coin-application' } as const;
