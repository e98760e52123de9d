import { createFileRoute } from '@tanstack/react-router';
import { OpenLocationScreen } from '../features/map/open-location-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';

export const Route = createFileRoute('/open-location')({
  validateSearch: ({ lat, lng, name }: Record<string, unknown>): { lat?: string; lng?: string; name?: string } => ({
    ...(typeof lat === 'string' && { lat }),
    ...(typeof lng === 'string' && { lng }),
    ...(typeof name === 'string' && { name }),
  }),
  loader: () => loadCatalog('map'),
  component: OpenLocationScreen,
});
