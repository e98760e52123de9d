import type { CoreDeps } from '#server/core/areas/core-deps.ts';

export interface CheckInDeps extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'> {
  readonly config: { readonly mode: 'practice' | 'live' };
}
