import * as v from 'valibot';
import { defineCalls } from '../../call.ts';
import { decimal, nothing, timestamp } from '../../fields.ts';

/** What the app asks for when it starts. */
export const launchCalls = defineCalls({
  'GET web/config': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Launch configuration: pcUrl, mode and feature switches.',
    input: nothing,
    output: v.object({
      pcUrl: v.pipe(v.nullable(v.string()), v.description('Where desktop browsers are sent; null when they stay.')),
      mode: v.picklist(['practice', 'live']),
      features: v.pipe(v.array(v.string()), v.description('Product areas that are switched on.')),
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
  },
  'GET common/sysTime': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Server time, for countdowns.',
    input: nothing,
    output: v.object({ now: timestamp }),
    refuses: [],
  },
  'POST common/version': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Newest version; by type ANDROID or IOS, the download address.',
    input: v.strictObject({ type: v.optional(v.picklist(['ANDROID', 'IOS'])) }),
    output: v.object({
      version: v.string(),
      build: v.pipe(v.string(), v.description('Identifies the build that is being served.')),
      url: v.nullable(v.string()),
    }),
    refuses: [],
  },
  'GET common/platformRate': {
    area: 'content',
    access: 'public',
    money: false,
    purpose: 'Fiat rates for display: units of the currency for one USDT.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ currency: v.string(), symbol: v.string(), rate: decimal })),
      at: timestamp,
    }),
    refuses: [],
  },
});
