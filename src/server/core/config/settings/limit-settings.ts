import { parseTrustedProxies } from '../client-address.ts';
import { parsedBy, wholeNumber, wholeNumberWithin } from './checks.ts';
import type { SettingsTable } from './setting.ts';

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
  /** Per address; 0 for no limit. */
  callsPerMinute: {
    variable: 'CALLS_PER_MINUTE',
    default: '6000',
    meaning:
      'Calls an address may make within a minute; a user may make a fifth of it, and the cost of calls and of the stream is bounded in proportion. 0 for no limit.',
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
