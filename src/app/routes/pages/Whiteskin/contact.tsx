import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '#app/features/help/help-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, searchParams } from '#app/platform/search-params.ts';

interface HelpSearch {
  /** What is searched for. */
  readonly q?: string;
  readonly category?: string;
  /** `1`: came to search. */
  readonly find?: string;
}

export const Route = createFileRoute('/pages/Whiteskin/contact')({
  validateSearch: searchParams<HelpSearch>({ q: anyText, category: anyText, find: ['1'] }),
  loader: () => Promise.all([loadCatalog('help'), loadCatalog('news')]),
  component: HelpRoute,
});

function HelpRoute() {
  const { q = '', category, find } = Route.useSearch();
  return <HelpScreen key={category ?? ''} query={q} category={category} isFinding={find === '1'} />;
}
