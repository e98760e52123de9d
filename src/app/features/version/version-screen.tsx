import { Trans, useLingui } from '@lingui/react/macro';
import { productVersion } from '#protocol/core/limits.ts';
import { useObservable } from '#app/platform/observable.ts';
import { updateState } from '#app/platform/offline/update-state.ts';
import { applyUpdate } from '#app/platform/offline/update.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Logo } from '#app/ui/logo.tsx';
import { StorageAdvice, useStorageFact } from './storage-facts.tsx';
import styles from './version-screen.module.css';

/** Which version runs here, and whether a newer one is there. */
export function VersionScreen() {
  const { t } = useLingui();
  const state = useObservable(updateState);
  const ready = state !== 'current';
  const storage = useStorageFact();
  const facts = [
    { key: t`Version`, value: productVersion },
    { key: t`Build`, value: import.meta.env.BUILD },
    ...(storage === null ? [] : [{ key: t`Data on this device`, value: storage }]),
  ];
  return (
    <Page
      title={t`Version`}
      bottom={
        ready ? (
          <Button kind="primary" size="l" busy={state === 'applying'} onClick={applyUpdate}>
            <Trans>Update now</Trans>
          </Button>
        ) : (
          <Button kind="primary" size="l" href="#/pages/appUpdate/app-update">
            <Trans>Check for an update</Trans>
          </Button>
        )
      }
    >
      <div className={styles['about']}>
        <Logo size={64} className={styles['mark']} />
        <p className={styles['name']}>Dunlin</p>
        <KeyValue items={facts} roomy />
        <StorageAdvice />
        {ready && (
          <Banner inset live>
            <Trans>
              A new version is ready. Updating reloads the page; anything you typed but did not send is lost.
            </Trans>
          </Banner>
        )}
      </div>
    </Page>
  );
}
