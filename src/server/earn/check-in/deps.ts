import type { CoreDeps } from '../../core/areas/core-deps.ts';

/** What signing in every day is given to work with. */
export interface CheckInDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: { readonly mode: 'practice' | 'live' };
}
