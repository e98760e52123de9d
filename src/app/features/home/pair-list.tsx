import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { boardQuery } from '../market/queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { type PairLine, PairRows } from './pair-rows.tsx';

/** Pairs and their prices, from which the lists of home are made. */
export function usePairBoard() {
  return { pairs: useQuery(pairsQuery), board: useQuery(boardQuery) };
}

interface PairListProps {
  readonly from: ReturnType<typeof usePairBoard>;
  /** Null until they are known. */
  readonly rows: readonly PairLine[] | null;
  /** How many rows are expected meanwhile. */
  readonly expected: number;
}

/** A list of pairs: its rows, their places while they load, or why they did not. */
export function PairList({ from: { pairs, board }, rows, expected }: PairListProps) {
  const { t } = useLingui();
  const failure = useFailureText(pairs.error ?? board.error);
  if (rows !== null) return <PairRows listed={rows} label={t`Pairs`} />;
  if (failure === null) return <SkeletonRow count={expected} />;
  return (
    <ErrorState
      title={<Trans>The prices did not load</Trans>}
      text={failure}
      retrying={pairs.isFetching || board.isFetching}
      onRetry={() => void Promise.all([pairs.refetch(), board.refetch()])}
    />
  );
}
