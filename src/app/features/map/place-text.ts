import { plainText } from '#protocol/core/text/plain-text.ts';
import { keyboardText } from '#protocol/core/text/typed-text.ts';
import type { Place } from './mercator.ts';

/** Places as they are written: in addresses of the app, and by users. */

/** A place of an address of the app. */
export interface NamedPlace extends Place {
  /** Empty when it has none. */
  readonly name: string;
}

/** Most letters of a name: the author of the link chose it. */
export const placeNameMax = 80;

const number = String.raw`([+\-\u2212]?\d{1,3}(?:\.\d{1,12})?)`;
const pair = new RegExp(`^${number}°?\\s*([NS])?(?:\\s*[,;]\\s*|\\s+)${number}°?\\s*([EW])?$`, 'i');
const sexagesimal = String.raw`(\d{1,3})°\s*(\d{1,2})['′’]\s*(?:(\d{1,2}(?:\.\d{1,6})?)(?:["″”]|'')\s*)?`;
const minutesPair = new RegExp(`^${sexagesimal}([NS])[\\s,;]*${sexagesimal}([EW])$`, 'i');

function placeOf(latitude: number, longitude: number): Place | null {
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // No minus before a zero: it would be read as one.
  return isPlace ? { latitude: latitude + 0, longitude: longitude + 0 } : null;
}

/**
 * A place as users write it: `13.7563, 100.5018`, `13.7563 N 100.5018 E` or `13°45′22.7″N 100°30′6.5″E`; null when it
 * is none. Latitude comes first.
 */
export function readPlace(text: string): Place | null {
  const typed = keyboardText(text).trim();
  const plain = pair.exec(typed);
  if (plain !== null) {
    const [, north = '', pole, east = '', side] = plain;
    const value = (written: string, letter: string | undefined) => {
      const degrees = Number(written.replace('\u2212', '-'));
      // A minus and a letter would say it twice.
      if (letter !== undefined && /^[+\-\u2212]/.test(written)) return Number.NaN;
      return /[SW]/i.test(letter ?? '') ? -degrees : degrees;
    };
    const [latitude, longitude] = [value(north, pole), value(east, side)];
    return Number.isNaN(latitude + longitude) ? null : placeOf(latitude, longitude);
  }
  const minutes = minutesPair.exec(typed);
  if (minutes === null) return null;
  const [, d1, m1, s1, pole = '', d2, m2, s2, side = ''] = minutes;
  const value = (degrees = '0', minute = '0', second = '0') => {
    const [m, s] = [Number(minute), Number(second)];
    return m < 60 && s < 60 ? Number(degrees) + m / 60 + s / 3_600 : Number.NaN;
  };
  const latitude = value(d1, m1, s1) * (/S/i.test(pole) ? -1 : 1);
  const longitude = value(d2, m2, s2) * (/W/i.test(side) ? -1 : 1);
  return Number.isNaN(latitude + longitude) ? null : placeOf(latitude, longitude);
}

/** Five decimals are a metre; more would be invented. */
const decimals = 5;

/** A place in a form that every map reads: `13.75630, 100.50180`. */
export function writePlace({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

const decimal = /^-?\d{1,3}(?:\.\d{1,15})?$/;

/** The place an address of the app names, or null when it names none that is on earth. */
export function placeOfSearch(search: { lat?: string; lng?: string; name?: string }): NamedPlace | null {
  const { lat = '', lng = '', name = '' } = search;
  if (!decimal.test(lat) || !decimal.test(lng)) return null;
  const place = placeOf(Number(lat), Number(lng));
  if (place === null) return null;
  const letters = Array.from(new Intl.Segmenter().segment(plainText(name, 'line')), ({ segment }) => segment);
  return { ...place, name: letters.slice(0, placeNameMax).join('').trim() };
}

/** The search of an address of the app that shows a place. */
function searchOfPlace({ latitude, longitude, name }: NamedPlace): { lat: string; lng: string; name?: string } {
  const where = { lat: latitude.toFixed(decimals), lng: longitude.toFixed(decimals) };
  return name === '' ? where : { ...where, name };
}

/** Where the app is served, as `location` has it. */
interface Here {
  readonly origin: string;
  readonly pathname: string;
}

/** The address within the app that shows a place. */
export function placeHref(place: NamedPlace): string {
  return `#/open-location?${new URLSearchParams(searchOfPlace(place)).toString()}`;
}

/** The link that shares a place. */
export function placeLink(place: NamedPlace, { origin, pathname }: Here): string {
  return `${origin}${pathname}${placeHref(place)}`;
}

/** The place that a link of this app shows, or null when it is another link. */
export function placeOfLink(link: string, { origin, pathname }: Here): NamedPlace | null {
  const [base, query = ''] = link.split('#/open-location?');
  return base === `${origin}${pathname}` ? placeOfSearch(Object.fromEntries(new URLSearchParams(query))) : null;
}
