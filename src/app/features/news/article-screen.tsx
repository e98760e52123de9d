import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, Share2 } from 'lucide-react';
import type { Article } from '../../../contract/entities/content.ts';
import { codes } from '../../../contract/codes.ts';
import { ApiRefusal } from '../../platform/api.ts';
import { language } from '../../platform/language.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { formatTime } from '../../platform/time-format.ts';
import { ArticleRoom, ArticleText } from '../../ui/ArticleText.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { articleQuery } from './queries.ts';
import { TagBadge } from './tag-badge.tsx';

/** One article of the news. */
export function ArticleScreen({ articleKey }: { articleKey: string }) {
  const { t } = useLingui();
  const article = useQuery(articleQuery(articleKey, useObservable(language)));
  const failure = useFailureText(article.error);
  if (article.data !== undefined) return <ArticlePage article={article.data} />;
  const isMissing = article.error instanceof ApiRefusal && article.error.code === codes.notFound;
  return (
    <Page title={t`News`} onRefresh={() => article.refetch()}>
      {isMissing ? (
        <EmptyState icon={FileQuestion} title={<Trans>This article is no longer there</Trans>} />
      ) : article.isError ? (
        <ErrorState
          title={<Trans>The article did not load</Trans>}
          text={failure}
          retrying={article.isFetching}
          onRetry={() => void article.refetch()}
        />
      ) : (
        <ArticleSkeleton />
      )}
    </Page>
  );
}

/** The text of an article under its own title; the nav bar stays free for the way back and for sharing. */
export function ArticlePage({ article }: { article: Article }) {
  const { t } = useLingui();
  const share = async () => {
    const data = { title: article.title, url: location.href };
    try {
      if (navigator.share) {
        await navigator.share(data);
        return;
      }
      await navigator.clipboard.writeText(data.url);
      toast.show({ type: 'success', title: t`Link copied` });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.show({ type: 'error', title: t`The link could not be shared` });
    }
  };
  return (
    <Page
      title={article.title}
      lead={null}
      actions={<IconButton icon={Share2} label={t`Share`} onClick={() => void share()} />}
    >
      <ArticleText
        article={article}
        titleIsHeading
        tag={<TagBadge tag={article.tag} />}
        about={
          <>
            <time dateTime={new Date(article.at).toISOString()}>{formatTime(article.at, 'date')}</time> ·{' '}
            <Plural value={article.readingMinutes} one="# min read" other="# min read" />
          </>
        }
      />
    </Page>
  );
}

function ArticleSkeleton() {
  return (
    <ArticleRoom>
      <Skeleton width="80%" height="28px" />
      <Skeleton width="40%" height="16px" />
      {['100%', '94%', '97%', '88%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height="16px" />
      ))}
    </ArticleRoom>
  );
}
