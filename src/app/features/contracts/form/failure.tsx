import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { EntryFailure } from '#app/features/order-entry/failure.tsx';
import { adviceText } from '../contract-labels.ts';

/** Why something about a contract was refused, with advice; or that its outcome is unknown. */
export function ContractFailure({ error, held = null }: { error: unknown; held?: Outcome | null }) {
  return <EntryFailure error={error} held={held} adviceOf={adviceText} />;
}
