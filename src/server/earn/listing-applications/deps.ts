import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Reviews } from '#server/accounts/reviews/reviews.ts';

export interface ListingApplicationsDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly logger: Pick<Logger, 'error'>;
  readonly config: Pick<Config, 'mode'>;
  readonly files: Pick<Files, 'use'>;
  readonly reviews: Reviews;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
}

/** What the notices of applications are about. */
export const aboutApplication = { kind: 'coin-application' } as const;
