import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoutes } from '../account/testing-screens.tsx';
import { ChooseLocationScreen } from './choose-location-screen.tsx';
import { useAskForPlace, useOnChosenPlace } from './choosing.ts';
import type { NamedPlace } from './place-text.ts';

/** A screen that needs a place, as any feature may. */
function Asker() {
  const ask = useAskForPlace();
  const [place, setPlace] = useState<NamedPlace | null>(null);
  useOnChosenPlace(setPlace);
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
  // What was handed over is not there for the next one.
  await expect.poll(() => router.history.location.state.chosenPlace).toBeUndefined();
  // Opened by itself the map has no opener to return a place to.
  await router.navigate({ to: '/choose-location', search: {} });
  await expect.element(page.getByRole('button', { name: 'Share this place' })).toBeVisible();
});
