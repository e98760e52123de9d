import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Notices } from '../../accounts/notices/notices.ts';

/** What stock alerts are given to work with. */
export interface StockAlertsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'gate'> {
  readonly notices: Pick<Notices, 'changed'>;
}
