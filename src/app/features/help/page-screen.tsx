import { Reader } from '../news/reader.tsx';
import { ArticleMissing } from '../news/article-screen.tsx';
import { useArticle } from '../news/use-article.ts';
import type { PageKey } from './page-paths.ts';
import { usePageNames } from './page-names.ts';

/** A standalone page: white paper, privacy policy, user agreement, about us. */
export function PageScreen({ textKey }: { textKey: PageKey }) {
  const names = usePageNames();
  const state = useArticle(textKey);
  if (state.article === undefined) return <ArticleMissing title={names[textKey]} state={state} />;
  return <Reader article={state.article} isDated onRefresh={state.refetch} />;
}
