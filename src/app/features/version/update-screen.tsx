import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, RefreshCw } from 'lucide-react';
import { call } from '#app/platform/api/api.ts';
import { useObservable } from '#app/platform/observable.ts';
import { updateState } from '#app/platform/offline/update-state.ts';
import { applyUpdate, checkForUpdate } from '#app/platform/offline/update.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

/**
 * Asks the exchange which build it serves, and has the service worker fetch it when it is another one.
 *
 * @returns whether it is another one than the page runs on
 * @throws ApiRefusal, Unreachable when the exchange does not answer
 */
async function isNewerServed(): Promise<boolean> {
  const { build } = await call('POST common/version', {});
  if (build === import.meta.env.BUILD) return false;
  await checkForUpdate();
  return true;
}

/** The update prompt: asks, never forces, because a form may be open elsewhere. */
export function UpdateScreen() {
  const { t } = useLingui();
  const state = useObservable(updateState);
  return (
    <Page title={t`Update`}>
      {state === 'current' ? (
        <NothingReady />
      ) : (
        <EmptyState
          icon={RefreshCw}
          title={t`A new version is ready`}
          text={t`The page will reload. Your orders and money are not affected.`}
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

/** Nothing is ready on this device: only the exchange knows whether there is something newer. */
function NothingReady() {
  const { t } = useLingui();
  const newer = useQuery({ queryKey: ['newer-build'], queryFn: isNewerServed, gcTime: 0 });
  if (newer.data === undefined)
    return <NotLoaded query={newer} title={t`Could not check for a new version`} rows={1} />;
  return newer.data ? (
    <EmptyState icon={Download} title={t`A new version is downloading.`} />
  ) : (
    <EmptyState icon={CircleCheck} title={t`This is the latest version`} text={t`No action needed.`} />
  );
}
