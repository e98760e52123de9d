import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Block } from '../../../contract/entities/content.ts';
import { language } from '../../platform/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
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
        {article.data.blocks.map((block, at) => (
          <ArticleBlock key={at} block={block} />
        ))}
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

function ArticleBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading':
      return <h2 className={css['heading']}>{block.text}</h2>;
    case 'paragraph':
      return <p className={css['paragraph']}>{block.text}</p>;
    case 'list':
      return (
        <ul className={css['list']}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <Card>
          <KeyValue roomy items={block.rows.map(([key, value]) => ({ key, value }))} />
        </Card>
      );
  }
}
