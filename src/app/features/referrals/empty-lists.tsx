import { Trans } from '@lingui/react/macro';
import type { Generation } from '#protocol/referrals/entities.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';

/** Who will stand among the members. */
export function WhoComes({ generation }: { readonly generation: Generation }) {
  return generation === 'direct' ? (
    <Trans>People who sign up with your code appear here.</Trans>
  ) : (
    <Trans>People who sign up with a member’s code appear here.</Trans>
  );
}

/** No rebate was taken back. */
export function NothingReversed() {
  return (
    <EmptyState
      title={<Trans>Nothing was reversed</Trans>}
      text={<Trans>When a trading fee is refunded, its rebate is reversed and appears here.</Trans>}
    />
  );
}
