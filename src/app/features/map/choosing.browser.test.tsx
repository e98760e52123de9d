import '../../ui/tokens.css';
import '../../ui/base.css';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChooseLocationScreen } from './choose-location-screen.tsx';
import { useAskForPlace, useChosenPlace } from './choosing.ts';

/** A screen that needs a place, as any feature may. */
function Asker() {
  const ask = useAskForPlace();
  const place = useChosenPlace();
  return (
    <>
      <p>{place === null ? 'No place' : `Chosen: ${place.latitude.toFixed(2)} ${place.longitude.toFixed(2)}`}</p>
      <button type="button" onClick={() => ask({ latitude: 48.85, longitude: 2.35, name: '' })}>
        Ask
      </button>
    </>
  );
}

test('a chosen place comes back to who asked, by the state of its history entry', async () => {
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRootRoute({ component: Outlet });
  const asker = createRoute({ getParentRoute: () => root, path: '/asker', component: Asker });
  const map = createRoute({ getParentRoute: () => root, path: '/choose-location', component: ChooseLocationScreen });
  const router = createRouter({
    routeTree: root.addChildren([asker, map]),
    history: createMemoryHistory({ initialEntries: ['/asker'] }),
  });
  await router.load();
  await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  await expect.element(page.getByText('No place')).toBeVisible();
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Choose this place' }).click();
  await expect.element(page.getByText('Chosen: 48.85 2.35')).toBeVisible();
  expect(router.state.location.pathname).toBe('/asker');
  // Opened by itself the map has nobody to give a place to.
  await router.navigate({ to: '/choose-location', search: {} });
  await expect.element(page.getByRole('button', { name: 'Share this place' })).toBeVisible();
});
