import { hostname } from 'node:os';
import * as v from 'valibot';
import type { SettingsTable } from './setting.ts';

const engineName = /^[\w.-]{1,80}$/;
const pins = /^(?:\w+=[\w.-]{1,80}(?:,\w+=[\w.-]{1,80})*)?$/;

/** How engines (`ROLE=engine`) share spot pairs and contracts. */
export const engineSettings = {
  placesMarkets: {
    variable: 'PLACE_MARKETS',
    formerly: 'SPREAD_PAIRS',
    default: 'on',
    meaning:
      '`on`: the active engine has the engines that wait for it run spot pairs and contracts meanwhile, by the commands that each brings. `off`: it runs them all.',
    check: v.pipe(
      v.picklist(['on', 'off'], 'on or off'),
      v.transform((text) => text === 'on'),
    ),
  },
  engineName: {
    variable: 'ENGINE_NAME',
    default: '',
    meaning: 'The name of this engine in `PINNED_MARKETS`, logs and metrics; empty for the name of its host.',
    check: v.pipe(
      v.string(),
      v.transform((text) => (text === '' ? hostname().slice(0, 80) : text)),
      v.regex(engineName, 'at most 80 letters, digits, dots, dashes and underscores'),
    ),
  },
  pinnedMarkets: {
    variable: 'PINNED_MARKETS',
    formerly: 'PINNED_PAIRS',
    default: '',
    meaning:
      'Pairs and contracts that one engine runs whenever it waits, by its `ENGINE_NAME`, as in `BTCUSDT=engine-2,BTCPERP=engine-3`.',
    check: v.pipe(
      v.string(),
      v.regex(pins, 'pairs or contracts with the name of an engine, as in BTCUSDT=engine-2, separated by commas'),
      v.transform(
        (text): ReadonlyMap<string, string> =>
          new Map(text === '' ? [] : text.split(',').map((part) => part.split('=') as [string, string])),
      ),
    ),
  },
} as const satisfies SettingsTable;
