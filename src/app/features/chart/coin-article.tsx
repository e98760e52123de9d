import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { ArticleBody } from '#app/ui/lists/ArticleBody.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import css from './coin-article.module.css';
import { coinArticleQuery } from './queries.ts';
import { LoadError } from '../loading/load-error.tsx';

/** What a coin is: facts and text of the exchange's article in the reader's language. */
export function CoinArticle({ asset }: { asset: string }) {
  const { t } = useLingui();
  const article = useQuery(coinArticleQuery(asset, useObservable(language)));
  if (article.data !== undefined) {
    return (
      <article className={css['article']}>
        <ArticleBody blocks={article.data.blocks} />
      </article>
    );
  }
  if (article.isError) {
    return <LoadError query={article} title={t`The introduction did not load`} />;
  }
  return (
    <div className={css['article']} aria-busy>
      <Skeleton height="160px" />
      {['100%', '92%', '96%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height="15px" />
      ))}
    </div>
  );
}
