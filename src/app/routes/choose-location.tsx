import { createFileRoute } from '@tanstack/react-router';
import { ChooseLocationScreen } from '../features/map/choose-location-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';

export const Route = createFileRoute('/choose-location')({
  validateSearch: ({ lat, lng }: Record<string, unknown>): { lat?: string; lng?: string } => ({
    ...(typeof lat === 'string' && { lat }),
    ...(typeof lng === 'string' && { lng }),
  }),
  loader: () => loadCatalog('map'),
  component: ChooseLocationScreen,
});
