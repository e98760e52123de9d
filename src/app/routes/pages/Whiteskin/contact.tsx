import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '../../../features/help/help-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

interface HelpSearch {
  /** What is searched for. */
  readonly q?: string;
  readonly category?: string;
  /** `1`: came to search. */
  readonly find?: string;
}

export const Route = createFileRoute('/pages/Whiteskin/contact')({
  validateSearch: ({ q, category, find }: Record<string, unknown>): HelpSearch => ({
    ...(typeof q === 'string' ? { q } : {}),
    ...(typeof category === 'string' ? { category } : {}),
    ...(find === '1' ? { find } : {}),
  }),
  loader: () => Promise.all([loadCatalog('help'), loadCatalog('news')]),
  component: HelpRoute,
});

function HelpRoute() {
  const { q = '', category, find } = Route.useSearch();
  return <HelpScreen key={category ?? ''} query={q} category={category} isFinding={find === '1'} />;
}
