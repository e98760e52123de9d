import { createFileRoute } from '@tanstack/react-router';
import { BusinessScreen } from '#app/features/p2p/merchants/centre/business-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/business')({
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: BusinessScreen,
});
