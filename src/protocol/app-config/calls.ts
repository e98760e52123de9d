import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { platformRates } from '../market-data/entities/platform-rates.ts';
import { nothing, timestamp } from '../core/fields.ts';
import { switchedOffReasons } from '../core/products.ts';

/** What the app asks for when it starts. */
export const launchCalls = defineCalls({
  'GET web/config': {
    area: 'content',
    tag: 'App configuration',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Launch configuration: pcUrl, mode and feature switches.',
    input: nothing,
    output: v.object({
      pcUrl: v.pipe(v.nullable(v.string()), v.description('Where desktop browsers are sent; null when they stay.')),
      mode: v.picklist(['practice', 'live']),
      features: v.pipe(
        v.array(v.string()),
        v.description(
          'Products and other parts that are switched on for the caller; for one more version under their former names too.',
        ),
      ),
      switchedOff: v.pipe(
        v.optional(v.record(v.string(), v.picklist(switchedOffReasons))),
        v.description(
          'Product areas that an operator switched off for the caller, with the reason: for everyone, for their country, or because their country is not known. What is open can still be closed there. Not in older answers that a device kept.',
        ),
      ),
      offer: v.pipe(
        v.optional(v.string()),
        v.description('Version of what is switched on, as the topic `offer` publishes it.'),
      ),
      webViewHosts: v.pipe(
        v.optional(v.array(v.string())),
        v.description(
          'Hosts whose pages may be shown inside the app: names, or `*.name` for every host below it. Not in older answers that a device kept.',
        ),
      ),
      mapTiles: v.pipe(
        v.optional(v.nullable(v.object({ template: v.string(), attribution: v.string() }))),
        v.description(
          'Tile server of the map: its address with `{z}`, `{x}` and `{y}`, and whom the map names for it; null for none.',
        ),
      ),
      now: timestamp,
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        pcUrl: null,
        webViewHosts: [],
        mapTiles: null,
        mode: 'practice',
        features: ['spot', 'options', 'gold', 'deposits', 'withdrawals', 'content', 'support', 'chat'],
        switchedOff: { contracts: 'country' },
        offer: '41',
        now: 1795359130366,
      },
    },
  },
  'GET common/sysTime': {
    area: 'content',
    tag: 'App configuration',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Server time, for countdowns.',
    input: nothing,
    output: v.object({ now: timestamp }),
    refuses: [],
    example: {
      input: {},
      output: { now: 1795359130415 },
    },
  },
  'POST common/version': {
    area: 'content',
    tag: 'App configuration',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'Newest version; by type ANDROID or IOS, the download address.',
    input: v.strictObject({ type: v.optional(v.picklist(['ANDROID', 'IOS'])) }),
    output: v.object({
      version: v.string(),
      build: v.pipe(v.string(), v.description('Identifies the build that is being served.')),
      url: v.nullable(v.string()),
    }),
    refuses: [],
    example: {
      input: { type: 'ANDROID' },
      output: { version: '1.0.5', build: '3f9c2a71', url: null },
    },
  },
  'GET common/platformRate': {
    area: 'content',
    tag: 'App configuration',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose:
      'Fiat rates for display: units of the currency for one USDT. A currency without a rate that counts is left out.',
    input: nothing,
    output: platformRates,
    refuses: [],
    example: {
      input: {},
      output: {
        list: [
          { currency: 'USD', symbol: '$', rate: '1', at: 1793577600000 },
          { currency: 'CNY', symbol: '¥', rate: '7.12', at: 1795359000000 },
        ],
        at: 1793577600000,
      },
    },
  },
});
