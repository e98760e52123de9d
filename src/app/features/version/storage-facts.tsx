import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { installsFromShareSheet, isInstalled } from '#app/platform/device/install.ts';
import {
  askToKeepStorage,
  readStorageState,
  type StorageState,
  storageState,
} from '#app/platform/device/lasting-storage.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import css from './version-screen.module.css';

/** Whether the browser keeps what the device holds, as a fact; null while it does not say. */
export function useStorageFact(): string | null {
  const { t } = useLingui();
  const state = useObservable(storageState);
  useEffect(() => void readStorageState(), []);
  if (state === 'unknown') return null;
  return state === 'kept' ? t`Kept until you delete it` : t`The browser may delete it`;
}

/** What may be lost where the browser does not promise to keep it, and what can be done. */
export function StorageAdvice() {
  const state = useObservable(storageState);
  const ask = useMutation({ mutationFn: () => askToKeepStorage(Date.now()), meta: { quiet: true } });
  if (state === 'unknown' || (state === 'kept' && !ask.isSuccess)) return null;
  const isSafari = installsFromShareSheet(navigator.userAgent, navigator.maxTouchPoints) && !isInstalled();
  return (
    <Stack inset>
      {ask.data === undefined ? (
        <p className={css['note']}>
          <Trans>
            Offline articles, drafts and your log-in are stored on this device. When it runs out of space, the browser
            may delete them. Your money is not affected.
          </Trans>
        </p>
      ) : (
        <Banner inset live>
          <Answered state={ask.data} />
        </Banner>
      )}
      {isSafari && <SevenDays />}
      {state === 'evictable' && (
        <Button kind="outline" busy={ask.isPending} onClick={() => ask.mutate()}>
          <Trans>Ask the browser to keep it</Trans>
        </Button>
      )}
    </Stack>
  );
}

function Answered({ state }: { state: StorageState }) {
  if (state === 'kept') return <Trans>The browser keeps it until you delete it.</Trans>;
  return <Trans>The browser did not agree. It usually does once Dunlin is installed or used often.</Trans>;
}

/** Safari's rule for pages that are not on the home screen. */
export function SevenDays() {
  return (
    <Banner inset tone="warn">
      <Trans>
        Safari deletes what a page stores after 7 days without a visit. On your home screen Dunlin keeps it.
      </Trans>
    </Banner>
  );
}
