import { createFileRoute } from '@tanstack/react-router';
import { ArticleScreen } from '#app/features/news/article-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/home/newsDetail')({
  validateSearch: searchParams<{ key?: string }>({ key: /^[\w./-]{1,64}$/ }),
  loader: () => Promise.all([loadCatalog('news'), loadCatalog('help')]),
  component: ArticleRoute,
});

function ArticleRoute() {
  const { key = 'news/practice' } = Route.useSearch();
  return <ArticleScreen articleKey={key} />;
}
