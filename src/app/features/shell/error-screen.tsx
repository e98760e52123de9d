import { Trans, useLingui } from '@lingui/react/macro';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';

/** Shown instead of a screen that broke: what happened, what is safe, what to do. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (
    <Page title={t`Something broke`}>
      <ErrorState
        title={<Trans>This page could not be shown</Trans>}
        text={<Trans>Nothing was sent. Your money and orders are as they were.</Trans>}
        onRetry={reset}
        details={`${what}\n${location.hash}\n${import.meta.env.BUILD}`}
      />
    </Page>
  );
}
