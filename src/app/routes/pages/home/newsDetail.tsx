import { createFileRoute } from '@tanstack/react-router';
import { ArticleScreen } from '../../../features/news/article-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/home/newsDetail')({
  validateSearch: ({ key }: Record<string, unknown>): { key?: string } =>
    typeof key === 'string' && /^[\w./-]{1,64}$/.test(key) ? { key } : {},
  loader: () => Promise.all([loadCatalog('news'), loadCatalog('help')]),
  component: ArticleRoute,
});

function ArticleRoute() {
  const { key = 'news/practice' } = Route.useSearch();
  return <ArticleScreen articleKey={key} />;
}
