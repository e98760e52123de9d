import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';

export interface LoadErrorProps {
  /** The query that failed. */
  query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
  /** What did not load. */
  title: ReactNode;
  /** Adds that coins are safe, where they would be shown. */
  coins?: boolean | undefined;
}

/** In place of what did not load: why, and a way to ask again. */
export function LoadError({ query, title, coins = false }: LoadErrorProps) {
  const failure = useFailureText(query.error);
  return (
    <ErrorState
      title={title}
      text={
        coins ? (
          <>
            <Trans>Your coins are safe.</Trans> {failure}
          </>
        ) : (
          failure
        )
      }
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
