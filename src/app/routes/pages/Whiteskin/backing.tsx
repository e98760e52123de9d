import { createFileRoute } from '@tanstack/react-router';
import { type BackedProduct, backedProducts } from '#protocol/core/products.ts';
import { BackingScreen } from '#app/features/backing/backing-screen.tsx';
import { EntriesScreen } from '#app/features/backing/entries-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { assetText, searchParams } from '#app/platform/search-params.ts';

interface BackingSearch {
  readonly product?: BackedProduct;
  readonly asset?: string;
}

export const Route = createFileRoute('/pages/Whiteskin/backing')({
  validateSearch: searchParams<BackingSearch>({ product: backedProducts, asset: assetText }),
  loader: () => Promise.all([loadCatalog('backing'), loadCatalog('assets')]),
  component: BackingRoute,
});

/** All accounts, or what moved in one of them. */
function BackingRoute() {
  const { product, asset } = Route.useSearch();
  if (product === undefined || asset === undefined) return <BackingScreen />;
  return <EntriesScreen product={product} asset={asset} />;
}
