import { createFileRoute } from '@tanstack/react-router';
import { OpenLocationScreen } from '../features/map/open-location-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';
import { anyText, searchParams } from '../platform/search-params.ts';

export const Route = createFileRoute('/open-location')({
  validateSearch: searchParams<{ lat?: string; lng?: string; name?: string }>({
    lat: anyText,
    lng: anyText,
    name: anyText,
  }),
  loader: () => loadCatalog('map'),
  component: OpenLocationScreen,
});
