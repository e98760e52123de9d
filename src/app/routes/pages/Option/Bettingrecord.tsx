import { createFileRoute } from '@tanstack/react-router';
import { RecordScreen, type RecordSearch } from '../../../features/options/entries/record-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Option/Bettingrecord')({
  validateSearch: ({ coin, state }: Record<string, unknown>): RecordSearch => ({
    ...(typeof coin === 'string' && /^[A-Z0-9]{2,10}$/.test(coin) ? { coin } : {}),
    ...(state === 'history' ? { state } : {}),
  }),
  loader: () => loadCatalog('options'),
  component: RecordRoute,
});

function RecordRoute() {
  return <RecordScreen {...Route.useSearch()} />;
}
