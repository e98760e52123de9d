import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { backedProductAsked, backing, backingEntry } from './entities.ts';
import { assetId, nothing, page, pageQuery } from '../core/fields.ts';

/** What stands behind the products. */
export const backingCalls = defineCalls({
  'GET common/backing': {
    area: 'earn',
    tag: 'Backing',
    access: 'public',
    money: false,
    cost: 'memory',
    purpose: 'What each product holds and has promised, per coin.',
    input: nothing,
    output: backing,
    refuses: [],
    example: {
      input: {},
      output: {
        at: 1795359130263,
        accounts: [
          { product: 'fixed-terms', asset: 'USDT', held: '250000', promised: '1804.21', lent: '0' },
          { product: 'mining', asset: 'BTC', held: '4', promised: '0.3125', lent: '0' },
        ],
        list: [
          { product: 'earn', asset: 'USDT', held: '250000', promised: '1804.21', lent: '0' },
          { product: 'mining', asset: 'BTC', held: '4', promised: '0.3125', lent: '0' },
        ],
      },
    },
  },
  'GET common/backingEntries': {
    area: 'earn',
    tag: 'Backing',
    access: 'public',
    money: false,
    cost: 'read',
    purpose:
      'What moved in the account of a product in one coin, newest first, with what was free and set aside after each entry. Nobody is named.',
    input: v.strictObject({ ...pageQuery, product: backedProductAsked, asset: assetId }),
    output: page(backingEntry),
    refuses: [],
    example: {
      input: { product: 'fixed-terms', asset: 'USDT', size: '2' },
      output: {
        list: [
          {
            id: '184220',
            at: 1795359120113,
            kind: 'earn-buy',
            free: '-4.8',
            aside: '4.8',
            freeAfter: '248195.79',
            asideAfter: '1804.21',
          },
          {
            id: '184002',
            at: 1795359060871,
            kind: 'earn-interest',
            free: '0.02',
            aside: '-9.6',
            freeAfter: '248200.59',
            asideAfter: '1799.41',
          },
        ],
        next: '184002-24820057000000-180901000000',
      },
    },
  },
});
