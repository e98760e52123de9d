import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';

export interface StockAlertsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'gate'> {
  readonly notices: Pick<Notices, 'changed'>;
}
