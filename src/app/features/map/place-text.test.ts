import { describe, expect, it } from 'vitest';
import { placeLink, placeNameMax, placeOfLink, placeOfSearch, readPlace, writePlace } from './place-text.ts';

describe('a place as users write it', () => {
  it.each([
    ['13.7563, 100.5018', 13.7563, 100.5018],
    ['13.7563 100.5018', 13.7563, 100.5018],
    [' 13.7563,100.5018 ', 13.7563, 100.5018],
    ['13.7563，100.5018', 13.7563, 100.5018],
    ['１３．７５６３，１００．５０１８', 13.7563, 100.5018],
    ['१३.७५६३, १००.५०१८', 13.7563, 100.5018],
    ['-33.8688, 151.2093', -33.8688, 151.2093],
    ['\u221233.8688, 151.2093', -33.8688, 151.2093],
    ['33.8688 S, 151.2093 E', -33.8688, 151.2093],
    ['33.8688S 70.6693w', -33.8688, -70.6693],
    ['40.4168° N; 3.7038° W', 40.4168, -3.7038],
    ['13°45′36″N 100°30′18″E', 13.76, 100.505],
    ["33°52'S 151°12'30\"E", -33.866_667, 151.208_333],
    ['0, 0', 0, 0],
    ['90 180', 90, 180],
  ])('is read: %s', (text, latitude, longitude) => {
    const place = readPlace(text);
    expect(place?.latitude).toBeCloseTo(latitude, 5);
    expect(place?.longitude).toBeCloseTo(longitude, 5);
  });

  it.each([
    '',
    'Bangkok',
    '13.7563',
    '91, 0',
    '0, 181',
    '1,2,3',
    '13,7563 100,5018',
    '-5 S, 3 E',
    '1e2, 3',
    '0x1, 2',
    '13°60′N 100°0′E',
    '13°45′N 100°30′',
    'NaN, NaN',
    '1..2, 3',
    '1234, 5',
  ])('is none: %j', (text) => {
    expect(readPlace(text)).toBeNull();
  });

  it('may be in digits of any script', () => {
    expect(readPlace('٣, ٤')).toEqual({ latitude: 3, longitude: 4 });
  });

  it('is written so that it is read again', () => {
    const place = { latitude: -13.756_334, longitude: 100.501_765 };
    expect(writePlace(place)).toBe('-13.75633, 100.50177');
    expect(readPlace(writePlace(place))).toEqual({ latitude: -13.756_33, longitude: 100.501_77 });
  });
});

describe('a place of an address', () => {
  it('is on earth', () => {
    expect(placeOfSearch({ lat: '13.7563', lng: '-100.5018', name: 'Office' })).toEqual({
      latitude: 13.7563,
      longitude: -100.5018,
      name: 'Office',
    });
    for (const [lat, lng] of [
      ['91', '0'],
      ['0', '-180.1'],
      ['', '0'],
      ['1e1', '0'],
      ['Infinity', '0'],
      [' 1', '0'],
      ['1', '0x10'],
    ] as const)
      expect(placeOfSearch({ lat, lng })).toBeNull();
    expect(placeOfSearch({})).toBeNull();
  });

  it('has a plain name of no more letters than can be shown', () => {
    expect(placeOfSearch({ lat: '1', lng: '2', name: '  a\u202Eb\n c ' })?.name).toBe('ab c');
    expect(placeOfSearch({ lat: '1', lng: '2', name: '京'.repeat(500) })?.name).toHaveLength(placeNameMax);
    expect(placeOfSearch({ lat: '1', lng: '2' })?.name).toBe('');
  });

  it('comes back from its link', () => {
    const place = { latitude: -13.75633, longitude: 100.50177, name: 'Chợ Bến Thành & more' };
    const here = { origin: 'https://dunlin.example', pathname: '/' };
    const link = placeLink(place, here);
    const search = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
    expect(link).toMatch(/^https:\/\/dunlin\.example\/#\/open-location\?lat=/);
    expect(placeOfSearch(search)).toEqual(place);
    expect(placeOfLink(link, here)).toEqual(place);
  });

  it.each([
    ['of another app', 'https://dunlin.example.org/#/open-location?lat=1&lng=2'],
    ['of another screen', 'https://dunlin.example/#/pages/home/market?lat=1&lng=2'],
    ['behind another address', 'https://other.example/#/https://dunlin.example/#/open-location?lat=1&lng=2'],
    ['without a place on earth', 'https://dunlin.example/#/open-location?lat=91&lng=2'],
    ['without any place', 'https://dunlin.example/#/open-location'],
  ])('is not read from a link %s', (_what, link) => {
    expect(placeOfLink(link, { origin: 'https://dunlin.example', pathname: '/' })).toBeNull();
  });
});
