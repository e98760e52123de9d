import { parseTrustedProxies } from '../client-address.ts';
import { optionalMatch, parsedBy, wholeNumber, wholeNumberWithin } from './checks.ts';
import type { SettingsRule, SettingsTable, ValuesOf } from './setting.ts';

/** Client identification and rate limits. */
export const limitSettings = {
  trustedProxies: {
    variable: 'TRUST_PROXY',
    default: '0',
    meaning:
      'Whose `X-Forwarded-For` is trusted: the number of proxies in front, where nobody else reaches this port, or their addresses and networks, as in `10.0.0.0/8,fd00::/8`.',
    check: parsedBy(
      parseTrustedProxies,
      'the number of proxies in front, as in 1, or their networks separated by commas, as in 10.0.0.0/8,fd00::/8; true, which trusted everybody, is no longer taken',
    ),
  },
  /** In lower case; null for none. */
  countryHeader: {
    variable: 'COUNTRY_HEADER',
    default: '',
    meaning:
      'Header in which the trusted proxy names the country of a connection (ISO 3166-1 alpha-2), in lower case, as in `cf-ipcountry`. It decides for visitors and for accounts whose country is not known otherwise what is switched off. The proxy has to replace what clients send. Requires `TRUST_PROXY`.',
    check: optionalMatch(/^[a-z][a-z0-9-]{2,60}$/, 'the name of a header in lower case, as in cf-ipcountry'),
  },
  /** Per address; 0 for no limit. */
  callsPerMinute: {
    variable: 'CALLS_PER_MINUTE',
    default: '6000',
    meaning:
      'Calls an address may make within a minute; a user may make a fifth of it, and the cost of calls and of the stream is bounded in proportion. 0 for no limit. As in every limit per address, an address of IPv6 is a network of /64, and its /48 may do sixteen times as much.',
    check: wholeNumber,
  },
  addressLimitFactor: {
    variable: 'ADDRESS_LIMIT_FACTOR',
    default: '1',
    meaning:
      'Multiplies how many log-ins, codes, practice accounts and stream connections one address may have, where many users share one.',
    check: wholeNumberWithin(1, 1_000_000),
  },
} as const satisfies SettingsTable;

export const limitRules: readonly SettingsRule<ValuesOf<typeof limitSettings>>[] = [
  {
    variable: 'COUNTRY_HEADER',
    message: 'empty, or set together with TRUST_PROXY: without a trusted proxy anybody could claim a country',
    holds: ({ countryHeader, trustedProxies }) => countryHeader === null || trustedProxies.kind !== 'none',
  },
];
