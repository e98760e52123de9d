import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoutes } from '../account/testing-screens.tsx';
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
  const router = await renderRoutes('/asker', { '/asker': Asker, '/choose-location': ChooseLocationScreen });
  await expect.element(page.getByText('No place')).toBeVisible();
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Choose this place' }).click();
  await expect.element(page.getByText('Chosen: 48.85 2.35')).toBeVisible();
  expect(router.state.location.pathname).toBe('/asker');
  // Opened by itself the map has no opener to return a place to.
  await router.navigate({ to: '/choose-location', search: {} });
  await expect.element(page.getByRole('button', { name: 'Share this place' })).toBeVisible();
});
