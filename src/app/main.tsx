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
import { call } from './platform/api.ts';
import { whenIdle } from './platform/asset-keeping.ts';
import { startUnlockFlags } from './platform/client-state.ts';
import { watchInstall } from './platform/install.ts';
import { startLanguage } from './platform/language.ts';
import { launchConfig } from './platform/launch-config.ts';
import { noteMissingFiles } from './platform/missing-files.ts';
import { isPageCovered } from './platform/page-cover.ts';
import { createAppQueryClient } from './platform/query-client.ts';
import { keepQueries, restoreBoot, restoreKept } from './platform/query-keeping.ts';
import { watchReachability } from './platform/reachability.ts';
import { startTheme } from './platform/theme.ts';
import { createAppRouter } from './router.tsx';

noteMissingFiles();
watchInstall();
startTheme();
startUnlockFlags();

const queryClient = createAppQueryClient((error) => void toastFailure(error));

/** Lets the browser draw and taps come through: on a slow phone each part of the start takes a few frames. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** With unlock switched on nothing is drawn before the device has verified the person. */
async function unlocked(): Promise<void> {
  const { holdUntilUnlocked } = await import('./features/passkeys/lock.tsx');
  await holdUntilUnlocked(queryClient);
}

/** The first screen: its words and its code come together, then the skeleton of index.html gives way. */
async function start(): Promise<void> {
  const place = document.getElementById('app');
  if (place === null) throw new Error('index.html has no #app');
  const words = startLanguage();
  // On its way while the first screen is made, and not part of it.
  const attaching = import('./platform/stream/start-stream.ts').catch(() => null);
  await breath();
  restoreBoot(queryClient);
  const router = createAppRouter(queryClient);
  startAnswerRedirects(router, queryClient);
  await breath();
  keepQueries(queryClient, restoreKept(queryClient));
  await Promise.all([words, router.load(), isPageCovered() && words.then(unlocked)]);
  await breath();
  const root = createRoot(place);
  await breath();
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
  await breath();
  // Without it, the strip above the screen says that prices are not live.
  await (await attaching)?.startStream();
  whenIdle(() => {
    void import('./platform/update.ts').then(({ watchUpdates }) => watchUpdates()).catch(() => undefined);
    // Names the files of every area, which the first screen need not carry.
    void import('./features/shell/fetch-ahead.ts').then(
      ({ keepAhead }) => keepAhead(router, queryClient),
      () => undefined,
    );
  });
}

/** The launch call (spec point 2): desktop browsers are led to the desktop product when there is one. */
async function launch(): Promise<void> {
  const config = await queryClient.fetchQuery({ ...launchConfig, staleTime: 0 }).catch(() => null);
  if (config === null || config.pcUrl === null) return;
  const { leadDesktopAway } = await import('./platform/desktop.ts');
  leadDesktopAway(config.pcUrl);
}

watchReachability(() =>
  call('GET common/sysTime', {}).then(
    () => undefined,
    () => undefined,
  ),
);
void start();
void breath()
  .then(launch)
  .catch(() => undefined);
