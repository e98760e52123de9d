import { Suspense, type ReactNode } from 'react';
import type { ChainOfCoin } from '../../../../protocol/chains/entities.ts';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { WithdrawalFrame } from '../records/withdrawal-frame.tsx';
import type { Withdrawing } from './submit.ts';
import { WithdrawConfirm } from './confirm.tsx';
import { laterPart } from '../../shell/later-part.tsx';

/** The steps of a withdrawal that was taken: fetched when there is one. */
const WithdrawalFacts = laterPart(() => import('../records/withdrawal-sheet.tsx'), 'WithdrawalFacts');

interface LayersProps {
  chain: ChainOfCoin;
  withdrawing: Withdrawing;
  blocked: ReactNode;
  practice: boolean;
}

/** What lies over the form: its confirmation, and afterwards the withdrawal. */
export function Layers({ chain, withdrawing, blocked, practice }: LayersProps) {
  const { result } = withdrawing;
  return (
    <>
      <WithdrawConfirm chain={chain} withdrawing={withdrawing} blocked={blocked} practice={practice} />
      {/* Its frame is at hand: that a withdrawal was taken is seen whatever becomes of the steps. */}
      <WithdrawalFrame open={result !== null} onClose={withdrawing.done}>
        <Suspense fallback={<SkeletonRow count={4} leading={false} />}>
          {result !== null && <WithdrawalFacts withdrawal={result} />}
        </Suspense>
      </WithdrawalFrame>
    </>
  );
}
