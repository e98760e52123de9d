import { Trans } from '@lingui/react/macro';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import type { Holdings } from '../holdings.ts';

/** Error state without known balances: says that the coins are safe. */
export function AssetsError({ holdings }: { holdings: Holdings }) {
  const failure = useFailureText(holdings.error);
  return (
    <ErrorState
      title={<Trans>Balances did not load</Trans>}
      text={
        <>
          <Trans>Your coins are safe.</Trans> {failure}
        </>
      }
      retrying={holdings.fetching}
      onRetry={() => void holdings.refresh()}
    />
  );
}
