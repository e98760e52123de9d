import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MapView,
  clampView,
  latitudeMax,
  metresPerPixel,
  movedBy,
  pixelOf,
  placeAt,
  project,
  scaleBar,
  unproject,
  worldSize,
  wrapped,
  zoomMax,
  zoomedAbout,
} from './mercator.ts';

const size = { width: 360, height: 480 };
const latitude = fc.double({ min: -80, max: 80, noNaN: true });
const longitude = fc.double({ min: -180, max: 179.999, noNaN: true });
const place = fc.record({ latitude, longitude });
const view = fc
  .record({ latitude, longitude, zoom: fc.double({ min: 0, max: zoomMax, noNaN: true }) })
  .map((any) => clampView(any, size, zoomMax));
const pixel = fc.record({ x: fc.integer({ min: 0, max: 360 }), y: fc.integer({ min: 0, max: 480 }) });

describe('the projection', () => {
  it('puts the world into a square', () => {
    expect(project({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(project({ latitude: latitudeMax, longitude: -180 }).y).toBeCloseTo(0, 9);
    expect(project({ latitude: -90, longitude: 180 }).y).toBeCloseTo(1, 9);
    // Bangkok on its tile of zoom 10, as tile servers count.
    const { x, y } = project({ latitude: 13.7563, longitude: 100.5018 });
    expect([Math.floor(x * 1_024), Math.floor(y * 1_024)]).toEqual([797, 472]);
  });

  it('comes back to where it started', () => {
    fc.assert(
      fc.property(place, (any) => {
        const back = unproject(project(any));
        expect(back.latitude).toBeCloseTo(any.latitude, 8);
        expect(back.longitude).toBeCloseTo(any.longitude, 8);
      }),
    );
  });

  it('goes around the world', () => {
    expect([wrapped(190), wrapped(-190), wrapped(540), wrapped(-180), wrapped(180)]).toEqual([
      -170, 170, -180, -180, -180,
    ]);
  });
});

describe('a view', () => {
  it('never shows what is beyond a pole, nor less than the world', () => {
    const far = {
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -1_000, max: 1_000, noNaN: true }),
    };
    fc.assert(
      fc.property(fc.record({ ...far, zoom: fc.double({ min: -5, max: 30, noNaN: true }) }), (any) => {
        const clamped = clampView(any, size, 9);
        expect(worldSize(clamped.zoom)).toBeGreaterThanOrEqual(480 - 1e-6);
        expect(clamped.zoom).toBeLessThanOrEqual(9);
        const half = size.height / 2 / worldSize(clamped.zoom);
        const { y } = project(clamped);
        expect(y - half).toBeGreaterThan(-1e-9);
        expect(y + half).toBeLessThan(1 + 1e-9);
        const again = clampView(clamped, size, 9);
        expect(again.zoom).toBe(clamped.zoom);
        expect(again.latitude).toBeCloseTo(clamped.latitude, 8);
      }),
    );
  });

  it('draws a place where it finds it', () => {
    fc.assert(
      fc.property(view, pixel, (any, at) => {
        const found = pixelOf(any, size, placeAt(any, size, at));
        expect(found.x).toBeCloseTo(at.x, 3);
        expect(found.y).toBeCloseTo(at.y, 3);
      }),
    );
  });

  it('takes the place under the finger along', () => {
    fc.assert(
      fc.property(view, pixel, pixel, (any: MapView, from, to) => {
        const held = placeAt(any, size, from);
        const moved = movedBy(any, { x: to.x - from.x, y: to.y - from.y });
        // At a pole the finger slips.
        if (Math.abs(moved.latitude) > 85 || Math.abs(held.latitude) > 84) return;
        const found = pixelOf(moved, size, held);
        expect(found.x).toBeCloseTo(to.x, 3);
        expect(found.y).toBeCloseTo(to.y, 3);
      }),
    );
  });

  it('keeps the place between the fingers while it grows', () => {
    fc.assert(
      fc.property(view, pixel, fc.double({ min: 0, max: 3, noNaN: true }), (any: MapView, at, more) => {
        const held = placeAt(any, size, at);
        const grown = zoomedAbout(any, size, at, any.zoom + more);
        if (Math.abs(grown.latitude) > 85 || Math.abs(held.latitude) > 84) return;
        const found = pixelOf(grown, size, held);
        expect(found.x).toBeCloseTo(at.x, 2);
        expect(found.y).toBeCloseTo(at.y, 2);
      }),
    );
  });
});

describe('the scale', () => {
  it('is true at the equator and towards the poles', () => {
    expect(metresPerPixel({ latitude: 0, longitude: 0, zoom: 0 })).toBeCloseTo(156_543.03, 1);
    expect(metresPerPixel({ latitude: 60, longitude: 0, zoom: 0 })).toBeCloseTo(78_271.5, 1);
  });

  it('is a round length that fits', () => {
    fc.assert(
      fc.property(view, (any) => {
        const { metres, pixels } = scaleBar(any, 96);
        expect(String(metres).replace(/0*$/, '')).toMatch(/^(?:[125]|0\.[125])?$/);
        expect(pixels).toBeLessThanOrEqual(96 + 1e-6);
        expect(pixels).toBeGreaterThan(96 / 2.6);
      }),
    );
  });
});
