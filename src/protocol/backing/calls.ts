import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { backedProduct, backing, backingEntry } from './entities.ts';
import { assetId, nothing, page, pageQuery } from '../core/fields.ts';

/** What stands behind the products. */
export const backingCalls = defineCalls({
  'GET common/backing': {
    area: 'earn',
    access: 'public',
    money: false,
    purpose: 'What each product holds and has promised, per coin.',
    input: nothing,
    output: backing,
    refuses: [],
  },
  'GET common/backingEntries': {
    area: 'earn',
    access: 'public',
    money: false,
    purpose:
      'What moved in the account of a product in one coin, newest first, with what was free and set aside after each entry. Nobody is named.',
    input: v.strictObject({ ...pageQuery, product: backedProduct, asset: assetId }),
    output: page(backingEntry),
    refuses: [],
  },
});
