import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ScreenUnderTest, renderScreen } from '../account/testing-screens.tsx';
import { ChooseLocationScreen } from './choose-location-screen.tsx';
import { OpenLocationScreen } from './open-location-screen.tsx';
import { project } from './mercator.ts';
import { findCountries, loadOutlines, outlineUnit } from './outlines.ts';

const config = { data: { pcUrl: null, mode: 'practice', features: ['content'], now: 0 } } as const;
const map = page.getByRole('application', { name: /^Map/ });
const path = '/choose-location?lat=48.85&lng=2.35';

/** The file of the build comes from its own address, whatever the exchange's stub answers. */
const file = globalThis.fetch;

beforeEach(async () => {
  vi.stubGlobal('fetch', file);
  await loadOutlines();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The coordinates that the screen shows. */
function shown(): [latitude: number, longitude: number] {
  const text = page.getByText(/^-?\d+\.\d{5}, -?\d+\.\d{5}$/).element().textContent;
  const [latitude = 0, longitude = 0] = text.split(', ').map(Number);
  return [latitude, longitude];
}

/** The colour of the map's pixel at a share of its width and height. */
function colourAt(across: number, down: number): string {
  const canvas = document.querySelector('canvas');
  if (canvas === null) throw new Error('there is no map');
  const x = Math.round(canvas.width * across);
  const y = Math.round(canvas.height * down);
  return String(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.slice(0, 3));
}

describe('the outlines', () => {
  test('distinguish land from sea, also across the edge of the world and around the pole', async () => {
    const { land } = await loadOutlines();
    const context = document.createElement('canvas').getContext('2d');
    const isLand = (latitude: number, longitude: number) => {
      const { x, y } = project({ latitude, longitude });
      return [-1, 0, 1].some(
        (copy) => context?.isPointInPath(land, (x + copy) * outlineUnit, y * outlineUnit) === true,
      );
    };
    for (const [latitude, longitude] of [
      [39.9, 116.4],
      [55.7, 37.6],
      [62, 130],
      [66.8, -174],
      [67, 179],
      [38, -98],
      [-25, 134],
      [13.9, 100.6],
      [-80, 0],
      [-80, -120],
      [-75, 140],
      [-17.8, 178],
      [23, 80],
      [0, 22],
      [71, -40],
    ] as const)
      expect(isLand(latitude, longitude), `${latitude}, ${longitude}`).toBe(true);
    for (const [latitude, longitude] of [
      [0, -150],
      [0, -30],
      [45, -30],
      [-17, -100],
      [-17, 0],
      [-40, 80],
      [30, 180],
      [60, -179],
      [-55, 179],
      [15, 65],
    ] as const)
      expect(isLand(latitude, longitude), `${latitude}, ${longitude}`).toBe(false);
  });

  test('name countries that can be found in the language of the reader', async () => {
    const { countries } = await loadOutlines();
    expect(countries.length).toBeGreaterThan(170);
    const inThai = new Intl.DisplayNames('th', { type: 'region' });
    const inVietnamese = new Intl.DisplayNames('vi', { type: 'region' });
    const found = (typed: string, names: Intl.DisplayNames) =>
      findCountries(countries, typed, (code) => names.of(code) ?? code, 3).map(({ code }) => code);
    expect(found('ไทย', inThai)[0]).toBe('TH');
    expect(found('nhat', inVietnamese)[0]).toBe('JP');
    expect(found('nowhere at all', inVietnamese)).toEqual([]);
  });
});

describe('a place that is shown', () => {
  test('has a pin on land, its name and its numbers', async () => {
    await renderScreen('/open-location?lat=48.85&lng=2.35&name=Paris', OpenLocationScreen, {
      'GET web/config': config,
    });
    await expect.element(map).toBeVisible();
    await expect.element(page.getByText('Paris', { exact: true })).toBeVisible();
    expect(shown()).toEqual([48.85, 2.35]);
    // The pin's foot is in the middle; below it land of another colour than the sea in the west.
    await expect.poll(() => colourAt(0.5, 0.56)).not.toBe(colourAt(0.02, 0.5));
  });

  test('is none when it is not on earth', async () => {
    await renderScreen('/open-location?lat=91&lng=2.35', OpenLocationScreen, { 'GET web/config': config });
    await expect.element(page.getByText('This place cannot be shown')).toBeVisible();
    expect(document.querySelector('canvas')).toBeNull();
  });

  test('is not opened outside at a tap alone', async () => {
    const opened = vi.spyOn(globalThis, 'open').mockReturnValue(null);
    await renderScreen('/open-location?lat=48.85&lng=2.35', OpenLocationScreen, { 'GET web/config': config });
    await page.getByRole('button', { name: 'Open in OpenStreetMap' }).click();
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });
});

describe('choosing a place', () => {
  let screen: ScreenUnderTest;
  beforeEach(async () => {
    screen = await renderScreen(path, ChooseLocationScreen, { 'GET web/config': config });
    await expect.element(map).toBeVisible();
  });

  test('moves the map by keys, under a pin that stays', async () => {
    const [latitude, longitude] = shown();
    expect([latitude, longitude]).toEqual([48.85, 2.35]);
    map.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => shown()[1]).toBeGreaterThan(longitude);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(() => shown()[0]).toBeGreaterThan(latitude);
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect.poll(() => shown()[1]).toBeLessThan(longitude);
    expect(screen.path()).toBe(path);
  });

  test('moves the map by a finger, and makes it larger by two', async () => {
    const element = map.element();
    const box = element.getBoundingClientRect();
    const at = (id: number, x: number, y: number) => ({
      pointerId: id,
      clientX: box.left + x,
      clientY: box.top + y,
      button: 0,
      bubbles: true,
    });
    element.setPointerCapture = () => undefined;
    const [, longitude] = shown();
    element.dispatchEvent(new PointerEvent('pointerdown', at(1, 200, 100)));
    element.dispatchEvent(new PointerEvent('pointermove', at(1, 100, 100)));
    element.dispatchEvent(new PointerEvent('pointerup', at(1, 100, 100)));
    await expect.poll(() => shown()[1]).toBeGreaterThan(longitude);
    const scale = () => page.getByText(/\d (?:km|m)$/).element().textContent;
    const before = scale();
    element.dispatchEvent(new PointerEvent('pointerdown', at(1, 150, 150)));
    element.dispatchEvent(new PointerEvent('pointerdown', at(2, 210, 150)));
    element.dispatchEvent(new PointerEvent('pointermove', at(1, 60, 150)));
    element.dispatchEvent(new PointerEvent('pointermove', at(2, 300, 150)));
    await expect.poll(scale).not.toBe(before);
  });

  test('finds a country and a point', async () => {
    const search = page.getByRole('searchbox', { name: 'Country or coordinates' });
    await search.fill('japan');
    await page.getByRole('button', { name: 'Japan' }).click();
    await expect.poll(() => shown()[1]).toBeGreaterThan(130);
    await search.fill('33.8688 S, 151.2093 E');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shown).toEqual([-33.8688, 151.2093]);
    await search.fill('zzzz');
    await expect.element(page.getByRole('listitem').getByText('Nothing found')).toBeVisible();
  });

  test('asks before it asks the device where it is, and sends nothing', async () => {
    const asked = vi.spyOn(navigator.geolocation, 'getCurrentPosition');
    await page.getByRole('button', { name: 'Show where I am' }).click();
    expect(asked).not.toHaveBeenCalled();
    expect(screen.calls.map(({ name }) => name)).toEqual(['GET web/config']);
    asked.mockRestore();
  });
});
