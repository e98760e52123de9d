import type * as v from 'valibot';
import { choice, entity, id, timestamp } from '../core/fields.ts';

export const alertedProduct = choice('A kind of product that can sell out: a fixed term, or a model of miners.', [
  'fixed-term',
  'miner-model',
]);

export const stockAlert = entity('That somebody wants to hear when a product that is sold out can be bought again.', {
  product: alertedProduct,
  item: id,
  at: timestamp,
});
export type StockAlert = v.InferOutput<typeof stockAlert>;
