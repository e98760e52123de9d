import { createFileRoute } from '@tanstack/react-router';
import { MethodsScreen } from '../../../features/merchant/methods/methods-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/payWay')({
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: MethodsScreen,
});
