import './ui/tokens.css';
import './ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startAnswerRedirects } from './features/shell/answer-redirects.ts';
import { toastFailure } from './features/shell/failure-toast.ts';
import { probeExchange } from './platform/api/probe.ts';
import { whenIdle } from './platform/device/when-idle.ts';
import { startUnlockFlags } from './platform/storage/client-state.ts';
import { watchInstall } from './platform/device/install.ts';
import { startLanguage } from './platform/language/language.ts';
import { firstData, seedFirstAnswers } from './platform/session/first-data.ts';
import { launchConfig } from './platform/session/launch-config.ts';
import { noteMissingFiles } from './platform/offline/missing-files.ts';
import { isPageCovered } from './platform/session/page-cover.ts';
import { createAppQueryClient } from './platform/storage/query-client.ts';
import { persistQueries, restoreBoot, restorePersisted } from './platform/storage/query-persistence.ts';
import { watchReachability } from './platform/offline/reachability.ts';
import { startTheme } from './platform/device/theme.ts';
import { startStream } from './platform/stream/start-stream.ts';
import { createAppRouter, followAddressUntilMounted } from './router.tsx';

noteMissingFiles();
watchInstall();
startTheme();
startUnlockFlags();
// As V8 has it by default: index.html wants no stacks while libraries are loaded.
(Error as { stackTraceLimit?: number }).stackTraceLimit = 10;

const queryClient = createAppQueryClient((error) => void toastFailure(error));
seedFirstAnswers(queryClient);

/** Lets the browser draw and taps come through: on a slow phone each part of the start takes a few frames. */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** With unlock switched on nothing is drawn before the device has verified the user. */
async function unlocked(): Promise<void> {
  const { holdUntilUnlocked } = await import('./features/passkeys/lock.tsx');
  await holdUntilUnlocked(queryClient);
}

/** The first screen: its words and its code come together, then the skeleton of index.html gives way. */
async function start(): Promise<void> {
  const place = document.getElementById('app');
  if (place === null) throw new Error('index.html has no #app');
  const texts = startLanguage();
  const isCovered = isPageCovered();
  await yieldToMain();
  // On its way while the first screen is made. Without it, the strip above the screen says that prices are not live.
  if (!isCovered) void startStream();
  restoreBoot(queryClient);
  const router = createAppRouter(queryClient);
  followAddressUntilMounted(router);
  startAnswerRedirects(router, queryClient);
  await yieldToMain();
  persistQueries(queryClient, restorePersisted(queryClient));
  await Promise.all([texts, router.load(), isCovered && texts.then(unlocked)]);
  await yieldToMain();
  const root = createRoot(place);
  await yieldToMain();
  // As a transition it is drawn in slices: on a slow phone one long task would make the first taps wait.
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
  if (isCovered) void startStream();
  whenIdle(() => {
    void import('./platform/offline/update.ts').then(({ watchUpdates }) => watchUpdates()).catch(() => undefined);
    // Names the files of every area, which the first screen need not carry.
    void import('./features/shell/prefetch.ts').then(
      ({ startPrefetch }) => startPrefetch(router, queryClient),
      () => undefined,
    );
  });
}

/** The launch call (spec point 2): desktop browsers are led to the desktop product when there is one. */
async function launch(): Promise<void> {
  const config = await queryClient
    .fetchQuery({ ...launchConfig, ...(firstData === null && { staleTime: 0 }) })
    .catch(() => null);
  if (config === null || config.pcUrl === null) return;
  const { leadDesktopAway } = await import('./platform/device/desktop.ts');
  leadDesktopAway(config.pcUrl);
}

watchReachability(probeExchange);
void start();
void yieldToMain()
  .then(launch)
  .catch(() => undefined);
