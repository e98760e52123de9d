import { Trans, useLingui } from '@lingui/react/macro';
import { Compass } from 'lucide-react';
import { useObservable } from '../../platform/observable.ts';
import { homePath, visitorHomePath } from '../../platform/session/public-paths.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';

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
