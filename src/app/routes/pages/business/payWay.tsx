import { createFileRoute } from '@tanstack/react-router';
import { MethodsScreen } from '#app/features/p2p/merchants/collection-methods/methods-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/payWay')({
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: MethodsScreen,
});
