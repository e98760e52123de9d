import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { startOutbox } from '../../platform/offline/outbox.ts';
import { reachability } from '../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { followPracticeDays } from '../../platform/session/practice-days.ts';
import { session } from '../../platform/session/session.ts';
import { Toaster } from '../../ui/overlays/Toaster.tsx';
import { ConfirmHost } from '../../ui/overlays/confirm.tsx';
import { proofSheet } from '../security/proof/fresh-proof.ts';
import { passwordSheet } from '../security/transaction-password/transaction-password-question.ts';
import { useInstallOffer } from './install-offer.tsx';
import { useInsecureNotice } from './device/insecure-notice.ts';
import { useKeptStorage } from './keep-storage.ts';
// Needed when the network is gone: it comes with every visit, though not with the first load.
import './missing-part.tsx';
import { NoNetworkLayer } from './no-network-layer.tsx';
import { useSlowPages } from './slow-pages.ts';
import { useStartupImages } from './device/startup-image.ts';
import { StoreWatch } from './store-watch.tsx';
import { useUpdateBanner } from './update-banner.tsx';

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
