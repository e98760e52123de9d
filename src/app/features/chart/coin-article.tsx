import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { language } from '../../platform/language/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { ArticleBody } from '../../ui/lists/ArticleBody.tsx';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import css from './coin-article.module.css';
import { coinArticleQuery } from './queries.ts';

/** What a coin is: facts and text of the exchange's article in the reader's language. */
export function CoinArticle({ asset }: { asset: string }) {
  const { t } = useLingui();
  const article = useQuery(coinArticleQuery(asset, useObservable(language)));
  const failure = useFailureText(article.error);
  if (article.data !== undefined) {
    return (
      <article className={css['article']}>
        <ArticleBody blocks={article.data.blocks} />
      </article>
    );
  }
  if (article.isError) {
    return (
      <ErrorState
        title={t`The introduction did not load`}
        text={failure}
        retrying={article.isFetching}
        onRetry={() => void article.refetch()}
      />
    );
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
