import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useObservable } from '#app/platform/observable.ts';
import { startOutbox } from '#app/platform/offline/outbox.ts';
import { reachability } from '#app/platform/offline/reachability.ts';
import { updateBanner, updateState } from '#app/platform/offline/update-state.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { followPracticeDays } from '#app/platform/session/practice-days.ts';
import { session } from '#app/platform/session/session.ts';
import { usePauseLastKnown } from '#app/platform/stream/use-pause.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { ConfirmHost } from '#app/ui/overlays/confirm.tsx';
import { useTopDialog } from '#app/ui/overlays/modal.ts';
import { proofSheet } from '../security/proof/fresh-proof.ts';
import { passwordSheet } from '../security/transaction-password/transaction-password-question.ts';
import { useInstallOffer } from './install-offer.tsx';
import { useKeptStorage } from './keep-storage.ts';
// Needed when the network is gone: it comes with every visit, though not with the first load.
import './missing-part.tsx';
import css from './overlays.module.css';
import { OfflineBanner, useLasting } from './page-top.tsx';
import { useSlowPages } from './slow-pages.ts';
import { useStartupImages } from './startup-image.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** Says once that what was written is gone; its words come when they are needed. */
function reportLost(count: number): void {
  void import('./missing-catalogue.tsx').then(({ reportMissingCatalogue }) => reportMissingCatalogue(count));
}

/** Asks after what was sent and not answered; where its code does not come, once the exchange can be reached again. */
async function checkOutcomes(client: QueryClient): Promise<void> {
  try {
    const { startOutcomes } = await import('../outcomes/start-outcomes.tsx');
    await startOutcomes(client);
  } catch {
    if (reachability.get().reachable) return;
    const stop = reachability.subscribe(() => {
      if (!reachability.get().reachable) return;
      stop();
      void checkOutcomes(client);
    });
  }
}

/** Asks as soon as somebody is signed in: visitors send nothing that could stay without an answer. */
function checkOnceSignedIn(client: QueryClient): void {
  if (session.get() !== null) return void checkOutcomes(client);
  const stop = session.subscribe(() => {
    if (session.get() === null) return;
    stop();
    void checkOutcomes(client);
  });
}

/** What lies over the screens now and then. Toasts and questions wait in their own lists until this is drawn. */
export default function Overlays() {
  useInsecureNotice();
  useInstallOffer();
  useKeptStorage();
  useStartupImages();
  useUpdateBanner();
  const client = useQueryClient();
  useSlowPages(useRouter());
  const account = useObservable(session)?.account ?? null;
  const practice = usePracticeMode() === true;
  useEffect(() => {
    if (practice) followPracticeDays(account);
  }, [practice, account]);
  useEffect(() => startOutbox(client, reportLost), [client]);
  useEffect(() => checkOnceSignedIn(client), [client]);
  return (
    <>
      <Toaster />
      <ConfirmHost />
      <NoNetworkLayer />
      <StoreWatch />
      {useObservable(passwordSheet)}
      {useObservable(proofSheet)}
    </>
  );
}

function UpdateBanner() {
  const { t } = useLingui();
  const change = async () => {
    const { applyUpdate } = await import('#app/platform/offline/update.ts');
    applyUpdate();
  };
  const isReady = useObservable(updateState) === 'ready';
  return (
    <Banner live action={isReady ? { label: t`Update`, onAction: () => void change() } : undefined}>
      <Trans>A new version is ready. The page will reload.</Trans>
    </Banner>
  );
}

/** Says above every screen that a newer build is ready. */
function useUpdateBanner(): void {
  const isCurrent = useObservable(updateState) === 'current';
  useEffect(() => updateBanner.set(isCurrent ? null : <UpdateBanner />), [isCurrent]);
}

/** Waits for pauses of the exchange and for their ends; draws nothing. */
function StoreWatch() {
  const client = useQueryClient();
  const since = usePauseLastKnown();
  useEffect(() => {
    if (since === null) return;
    // Where its code does not come, there is no connection, and that is what the screens say.
    const paused = import('./paused.tsx').catch(() => null);
    void paused.then((pausing) => pausing?.showPause());
    return () => void paused.then((pausing) => pausing?.storeReturned(client, since));
  }, [since, client]);
  return null;
}

/**
 * That there is no network, above whatever dialog is open (spec point 9, layer order). A native dialog lies over all of
 * the page whatever its z-index, so the banner of the page cannot be seen from within: it is drawn inside as well.
 */
function NoNetworkLayer() {
  const { reachable } = useObservable(reachability);
  const isSilent = useLasting(!reachable);
  const dialog = useTopDialog();
  if (!isSilent || dialog === null) return null;
  return createPortal(
    <div className={css['layer']}>
      <OfflineBanner />
    </div>,
    dialog,
  );
}

const shownKey = 'dunlin.insecure-notice';
const shownMs = 15_000;

/**
 * Says once on this device what a browser allows over HTTPS only, where the app is opened without: trading works, the
 * rest is missing for a reason that no screen shows.
 */
function useInsecureNotice(): void {
  const { t } = useLingui();
  const show = useEffectEvent(() => {
    writeStored(shownKey, 'shown');
    toast.show({
      type: 'warn',
      title: t`This connection is not encrypted`,
      detail: t`Installing the app, passkeys, push notifications and the camera need HTTPS.`,
      durationMs: shownMs,
    });
  });
  useEffect(() => {
    if (!isSecureContext && readStored(shownKey) === null) show();
  }, []);
}
