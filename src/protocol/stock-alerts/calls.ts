import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { alertedProduct, stockAlert } from './entities.ts';
import { id, nothing } from '../core/fields.ts';
import { stockAlertsMax } from '../core/limits.ts';

const sampleAlert = { product: 'fixed-term', item: '1', at: 1795359130263 } as const;

const own = v.object({ list: v.pipe(v.array(stockAlert), v.maxLength(stockAlertsMax)) });

/** Hearing of it when a product that is sold out can be bought again. */
export const stockAlertCalls = defineCalls({
  'GET stockAlerts': {
    area: 'earn',
    tag: 'Stock alerts',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Products that the caller wants to hear of when they can be bought again, the newest first.',
    input: nothing,
    output: own,
    refuses: [],
    example: { input: {}, output: { list: [sampleAlert] } },
  },
  'PUT stockAlerts': {
    area: 'earn',
    tag: 'Stock alerts',
    access: 'user',
    money: false,
    cost: 'write',
    purpose:
      'Ask for a notice when a product can be bought again, or take it back. The notice comes once, and ends the alert.',
    input: v.strictObject({ product: alertedProduct, item: id, on: v.boolean() }),
    output: own,
    refuses: ['quantityOutOfRange'],
    example: { input: { product: 'fixed-term', item: '1', on: true }, output: { list: [sampleAlert] } },
  },
});
