import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { updateState } from '../../platform/update-state.ts';
import { applyUpdate, checkForUpdate } from '../../platform/update.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/** The update prompt: asks, never forces, because a form may be open elsewhere. */
export function UpdateScreen() {
  const { t } = useLingui();
  const state = useObservable(updateState);
  useEffect(() => {
    void checkForUpdate();
  }, []);
  return (
    <Page title={t`Update`}>
      {state === 'current' ? (
        <EmptyState icon={CircleCheck} title={t`This is the newest version`} text={t`Nothing needs to be done.`} />
      ) : (
        <EmptyState
          icon={RefreshCw}
          title={t`A new version is ready`}
          text={t`The page loads again. Orders and money are not touched.`}
          action={
            <Button kind="primary" wide={false} busy={state === 'applying'} onClick={applyUpdate}>
              <Trans>Update now</Trans>
            </Button>
          }
        />
      )}
    </Page>
  );
}
