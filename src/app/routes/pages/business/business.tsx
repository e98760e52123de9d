import { createFileRoute } from '@tanstack/react-router';
import { BusinessScreen } from '../../../features/merchant/centre/business-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/business')({
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: BusinessScreen,
});
