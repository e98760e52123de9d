import { createFileRoute } from '@tanstack/react-router';
import { RoundScreen, type RoundSearch } from '../../../features/options/round/round-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

/** A number of the exchange: what else an address may hold names nothing. */
const digits = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,17}$/.test(text) ? text : undefined;
};

export const Route = createFileRoute('/pages/Option/Riseandfall')({
  validateSearch: (search: Record<string, unknown>): RoundSearch => {
    const id = digits(search['id']);
    const entry = digits(search['entry']);
    return { ...(id === undefined ? {} : { id }), ...(entry === undefined ? {} : { entry }) };
  },
  loader: () => loadCatalog('options'),
  component: RoundRoute,
});

function RoundRoute() {
  return <RoundScreen {...Route.useSearch()} />;
}
