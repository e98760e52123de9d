import * as v from 'valibot';
import { basePath, flag, hostNames, nullIfEmpty, optionalOrigin, optionalText, optionalUrl } from './checks.ts';
import type { SettingsRule, SettingsTable, ValuesOf } from './setting.ts';

/** More would make a response header too large for proxies. */
const webViewHostsMax = 50;

/** The placeholders are in the path, because the page's content security policy allows one host. */
const tileTemplate = /^https:\/\/[^/{}?#@]+\/(?=[^#]*\{z\})(?=[^#]*\{x\})(?=[^#]*\{y\})(?:[^{}#]|\{[zxy]\})+$/;

/** Addresses under which the app is served, and where it links to. */
export const appSettings = {
  publicOrigin: {
    variable: 'PUBLIC_ORIGIN',
    default: '',
    meaning:
      'Origin the app is opened at, as in `https://dunlin.example`; passkeys are bound to it. Empty: the origin of each request. Live mode requires it.',
    check: optionalOrigin(/^https?:\/\//, 'a URL that begins with https://'),
  },
  apiBase: { variable: 'API_BASE', default: '/api/', meaning: 'Base path of the API.', check: basePath },
  streamBase: {
    variable: 'STREAM_BASE',
    default: '/stream',
    meaning: 'Path of the stream.',
    check: v.pipe(v.string(), v.regex(/^(\/[\w-]+)+$/, 'a path that begins with a slash and ends without one')),
  },
  fileBase: { variable: 'FILE_BASE', default: '/files/', meaning: 'Base path of files.', check: basePath },
  pcUrl: {
    variable: 'PC_URL',
    default: '',
    meaning: 'Where desktop browsers are redirected; empty serves them the app.',
    check: optionalUrl(/^https:\/\//, 'a URL that begins with https://'),
  },
  androidUrl: {
    variable: 'ANDROID_URL',
    default: '',
    meaning: 'Download of the Android app; empty offers none.',
    check: optionalUrl(/^https:\/\//, 'a URL that begins with https://'),
  },
  iosUrl: {
    variable: 'IOS_URL',
    default: '',
    meaning: 'Download of the iOS app; empty offers none.',
    check: optionalUrl(/^https:\/\//, 'a URL that begins with https://'),
  },
  webViewHosts: {
    variable: 'WEB_VIEW_HOSTS',
    default: '',
    meaning:
      'Hosts whose pages may be framed inside the app, separated by commas: `docs.example.com`, or `*.example.com` for all below it. Empty: links open outside.',
    check: v.pipe(hostNames, v.maxLength(webViewHostsMax, `at most ${webViewHostsMax} hosts`)),
  },
  mapTemplate: {
    variable: 'MAP_TILES',
    default: '',
    meaning:
      'Tile server of the map, as in `https://tile.example.com/{z}/{x}/{y}.png`. Empty: the outlines built into the app.',
    check: v.pipe(
      v.string(),
      v.check(
        (text) => text === '' || (tileTemplate.test(text) && URL.canParse(text.replaceAll(/[{}]/g, ''))),
        'a URL that begins with https:// and has {z}, {x} and {y} in its path',
      ),
      v.transform(nullIfEmpty),
    ),
  },
  mapAttribution: {
    variable: 'MAP_ATTRIBUTION',
    default: '',
    meaning: 'Attribution shown on the map; required with `MAP_TILES`.',
    check: optionalText,
  },
  invitationRequired: {
    variable: 'INVITATION_REQUIRED',
    default: 'false',
    meaning: '`true`: registration requires an invitation code.',
    check: flag,
  },
} as const satisfies SettingsTable;

export const appRules: readonly SettingsRule<ValuesOf<typeof appSettings>>[] = [
  {
    variable: 'MAP_ATTRIBUTION',
    message: 'set where MAP_TILES is: the map names its source',
    holds: ({ mapTemplate, mapAttribution }) => mapTemplate === null || mapAttribution !== null,
  },
];
