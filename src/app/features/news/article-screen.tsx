import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import type { Article } from '#protocol/content/entities.ts';
import { language } from '#app/platform/language/language.ts';
import { collectionOf } from '#app/platform/offline/offline-articles.ts';
import { useObservable } from '#app/platform/observable.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { useHelp } from '../help/queries.ts';
import { newsQuery } from './queries.ts';
import { Reader, ReaderSkeleton } from './reader.tsx';
import { RelatedArticles } from './related-articles.tsx';
import { TagBadge } from './tag-badge.tsx';
import { type ArticleState, useArticle } from './use-article.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** One article of the news or of the help. */
export function ArticleScreen({ articleKey }: { articleKey: string }) {
  const { t } = useLingui();
  const isHelp = collectionOf(articleKey) === 'help';
  const state = useArticle(articleKey);
  if (state.article === undefined) return <ArticleMissing title={isHelp ? t`Help` : t`News`} state={state} />;
  return (
    <Reader
      article={state.article}
      tag={isHelp ? null : <TagBadge tag={state.article.tag} />}
      more={isHelp ? <RelatedHelp article={state.article} /> : <RelatedNews article={state.article} />}
      onRefresh={state.refetch}
    />
  );
}

/** The page while there is no text to show: it is on its way, it is gone, or it could not be had. */
export function ArticleMissing({ title, state }: { title: string; state: ArticleState }) {
  return (
    <Page title={title} onRefresh={state.refetch}>
      {state.isMissing ? (
        <EmptyState icon={FileQuestion} title={<Trans>This article is no longer available</Trans>} />
      ) : (
        <NotLoaded query={state} title={<Trans>The article did not load</Trans>}>
          <ReaderSkeleton />
        </NotLoaded>
      )}
    </Page>
  );
}

function RelatedNews({ article }: { article: Article }) {
  const { data } = useInfiniteQuery(newsQuery(useObservable(language)));
  return <RelatedArticles article={article} all={data?.pages.flatMap(({ list }) => list) ?? []} />;
}

function RelatedHelp({ article }: { article: Article }) {
  return <RelatedArticles article={article} all={useHelp().articles ?? []} />;
}
