import { Suspense, type ReactNode } from 'react';
import type { Product } from '#protocol/core/products.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { laterPart } from '../shell/later-part.tsx';

const SwitchedOff = laterPart(async () => {
  const [view] = await Promise.all([import('./switched-off.tsx'), loadCatalog('errors')]);
  return view;
}, 'SwitchedOff');

/** What opens something new in a product; in its place, while the product is off, why it is and what still works. */
export function WhenOn({ feature, children }: { feature: Product; children: ReactNode }) {
  if (useFeature(feature)) return children;
  return (
    <Suspense fallback={<Skeleton height="200px" />}>
      <SwitchedOff feature={feature} />
    </Suspense>
  );
}
