import { Trans, useLingui } from '@lingui/react/macro';
import { Compass } from 'lucide-react';
import { useObservable } from '#app/platform/observable.ts';
import { homePath, visitorHomePath } from '#app/platform/session/public-paths.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';

/** Shown for an address no screen has. */
export function NotFoundScreen() {
  const { t } = useLingui();
  const signedIn = useObservable(session) !== null;
  return (
    <Page title={t`Not found`}>
      <EmptyState
        icon={Compass}
        title={<Trans>Page not found</Trans>}
        text={<Trans>The link may be outdated or mistyped.</Trans>}
        action={
          <Button kind="primary" wide={false} href={`#${signedIn ? homePath : visitorHomePath}`}>
            <Trans>Go to home</Trans>
          </Button>
        }
      />
    </Page>
  );
}
