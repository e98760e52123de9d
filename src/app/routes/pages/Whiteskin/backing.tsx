import { createFileRoute } from '@tanstack/react-router';
import type { BackedProductAsked } from '#protocol/backing/entities.ts';
import { backedProductNow } from '#protocol/backing/former-names.ts';
import { backedProductNames } from '#protocol/core/products.ts';
import { BackingScreen } from '#app/features/backing/backing-screen.tsx';
import { EntriesScreen } from '#app/features/backing/entries-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

interface BackingSearch {
  readonly product?: BackedProductAsked;
  readonly asset?: string;
}

export const Route = createFileRoute('/pages/Whiteskin/backing')({
  // Addresses that were kept under the names of before lead to the same account.
  validateSearch: searchParams<BackingSearch>({ product: backedProductNames, asset: assetText }),
  loader: () => Promise.all([loadCatalog('backing'), loadCatalog('assets')]),
  component: BackingRoute,
});

/** All accounts, or what moved in one of them. */
function BackingRoute() {
  const { product, asset } = Route.useSearch();
  if (product === undefined || asset === undefined) return <BackingScreen />;
  return <EntriesScreen product={backedProductNow(product)} asset={asset} />;
}
