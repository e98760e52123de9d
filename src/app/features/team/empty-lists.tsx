import { Trans } from '@lingui/react/macro';
import type { Generation } from '../../../protocol/entities/earn/team.ts';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';

/** Who will stand among the members. */
export function WhoComes({ generation }: { readonly generation: Generation }) {
  return generation === 'direct' ? (
    <Trans>Whoever registers with your code stands here.</Trans>
  ) : (
    <Trans>Whoever registers with the code of one of your members stands here.</Trans>
  );
}

/** No rebate was taken back. */
export function NothingReversed() {
  return (
    <EmptyState
      title={<Trans>Nothing was reversed</Trans>}
      text={<Trans>When the fee of a trade is given back, its rebate is taken back and stands here.</Trans>}
    />
  );
}
