import * as v from 'valibot';
import { backedProducts } from '../products.ts';
import { assetId, choice, decimal, entity, timestamp } from '../fields.ts';

export const backedProduct = choice(
  'A product that promises something: fixed terms (`earn`), subscriptions (`launch`), miners, rewards, loans.',
  backedProducts,
);

export const backingAccount = entity('What a product holds of one coin, beside what it has promised of it.', {
  product: backedProduct,
  asset: assetId,
  held: v.pipe(decimal, v.description('All coins of its house account.')),
  promised: v.pipe(
    decimal,
    v.description('Of these, set aside for promises that were made: interest to the end of every term, and the like.'),
  ),
});
export type BackingAccount = v.InferOutput<typeof backingAccount>;

export const backing = v.object({
  at: v.pipe(timestamp, v.description('When the accounts were read.')),
  list: v.array(backingAccount),
});
export type Backing = v.InferOutput<typeof backing>;
