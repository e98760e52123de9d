import * as v from 'valibot';
import { optionalUrl, wholeNumber, wholeNumberWithin } from './checks.ts';
import type { SettingsTable } from './setting.ts';

/** Exchange ids, as ccxt has them. */
const exchangeIds = /^[a-z0-9]+(,[a-z0-9]+)*$/;

/** Areas, or parts of one, that can be disabled: gold is a part of the contracts. Accounts are always on. */
const switchableAreas = [
  'content',
  'market',
  'wallet',
  'contract',
  'gold',
  'option',
  'support',
  'chat',
  'otc',
  'earn',
  'loan',
  'rewards',
  'quant',
] as const;

export type SwitchableArea = (typeof switchableAreas)[number];

/** What trades, and the price sources. */
export const marketSettings = {
  /** `simulated`, or the exchanges to follow. */
  priceSource: {
    variable: 'PRICE_SOURCE',
    default: 'simulated',
    meaning: '`simulated`, or the exchanges to follow, as in `htx,binance,okx`.',
    check: v.pipe(
      v.string(),
      v.regex(exchangeIds, 'simulated, or exchange names separated by commas'),
      v.transform((text): 'simulated' | readonly string[] => (text === 'simulated' ? text : text.split(','))),
    ),
  },
  makers: {
    variable: 'MAKERS',
    default: 'auto',
    meaning:
      'Market makers of practice mode: `auto` with simulated prices only, `on` with real ones too, or `off`, which leaves out its fiat merchants and its subscriptions too.',
    check: v.picklist(['auto', 'on', 'off'], 'auto, on or off'),
  },
  goldHours: {
    variable: 'GOLD_HOURS',
    default: 'market',
    meaning: 'When gold trades: `market` (Sunday 22:00 to Friday 21:00 UTC, with a daily break at 21:00) or `always`.',
    check: v.picklist(['market', 'always'], 'market or always'),
  },
  ratesUrl: {
    variable: 'RATES_URL',
    default: '',
    meaning:
      'Source of the platform rates (fiat values that are shown, never paid): a URL that answers `{"base":"USD","rates":{"CNY":7.12}}`. Empty: operators write them with `npm run operator -- rate set`.',
    check: optionalUrl(/^https?:\/\//, 'a URL that begins with https:// or http://'),
  },
  ratesEveryMinutes: {
    variable: 'RATES_EVERY_MINUTES',
    default: '60',
    meaning: 'Minutes between two questions to `RATES_URL`, 1 to 1440.',
    check: wholeNumberWithin(1, 1_440),
  },
  ratesJumpPercent: {
    variable: 'RATES_JUMP_PERCENT',
    default: '5',
    meaning: 'A rate of the source that differs by more than this from the last one is held for an operator’s word.',
    check: wholeNumberWithin(1, 100),
  },
  seed: {
    variable: 'SEED',
    default: '1',
    meaning:
      'Seed of the simulated history before the first start, and of simulated volumes: a whole number. Later prices are drawn at random. Live mode requires a secret one of at least 10 digits.',
    check: wholeNumber,
  },
  areasOff: {
    variable: 'AREAS_OFF',
    default: '',
    meaning: 'Areas that are switched off, as in `market,wallet`; their calls answer 2015.',
    check: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? [] : text.split(','))),
      v.array(v.picklist(switchableAreas, `areas out of ${switchableAreas.join(', ')}, separated by commas`)),
    ),
  },
} as const satisfies SettingsTable;
