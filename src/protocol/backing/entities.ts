import * as v from 'valibot';
import { backedProductNames, backedProducts } from '../core/products.ts';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';
import { entryKind } from '../wallets/entities/wallet.ts';

export const backedProduct = choice(
  'A product that promises something. `rewards` are those of check-in and referrals.',
  backedProducts,
);

/**
 * Names of the version before: `list` has them for installed apps, and `common/backingEntries` takes them. The next
 * version removes them, `list`, and `former-names.ts`.
 */
export const backedProductAsked = v.picklist(backedProductNames);
export type BackedProductAsked = v.InferOutput<typeof backedProductAsked>;

export const backingAccount = entity('What a product holds of one coin, beside what it has promised of it.', {
  product: backedProduct,
  asset: assetId,
  held: v.pipe(decimal, v.description('All coins of its house account.')),
  promised: v.pipe(
    decimal,
    v.description('Of these, set aside for promises that were made: interest to the end of every term, and the like.'),
  ),
  lent: v.pipe(
    decimal,
    v.description(
      'Lent out to people on top of what is held: the principal of all running loans, which comes back as they are repaid. Zero for every other product.',
    ),
  ),
});
export type BackingAccount = v.InferOutput<typeof backingAccount>;

export const backingEntry = entity(
  'One ledger entry of a product’s house account. It says what moved and names nobody: no person, order or loan.',
  {
    id,
    at: timestamp,
    kind: entryKind,
    free: v.pipe(decimal, v.description('What the free part gained; negative for what it lost.')),
    aside: v.pipe(decimal, v.description('What the part set aside for promises gained; negative for what it lost.')),
    freeAfter: v.pipe(decimal, v.description('Free once it was written.')),
    asideAfter: v.pipe(decimal, v.description('Set aside once it was written.')),
  },
);
export type BackingEntry = v.InferOutput<typeof backingEntry>;

export const backing = v.object({
  at: v.pipe(timestamp, v.description('When the accounts were read.')),
  accounts: v.pipe(
    v.optional(v.array(backingAccount)),
    v.description('The accounts. Not in older answers that a device kept.'),
  ),
  list: v.pipe(
    v.array(v.object({ ...backingAccount.entries, product: backedProductAsked })),
    v.description(
      'The same with `earn` for `fixed-terms` and `launch` for `launchpad`, as the version before named them. The next version removes it.',
    ),
  ),
});
export type Backing = v.InferOutput<typeof backing>;
