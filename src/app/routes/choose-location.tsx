import { createFileRoute } from '@tanstack/react-router';
import { ChooseLocationScreen } from '../features/map/choose-location-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';
import { anyText, searchParams } from '../platform/search-params.ts';

export const Route = createFileRoute('/choose-location')({
  validateSearch: searchParams<{ lat?: string; lng?: string }>({ lat: anyText, lng: anyText }),
  loader: () => loadCatalog('map'),
  component: ChooseLocationScreen,
});
