import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Newspaper, Search } from 'lucide-react';
import type { ArticleSummary } from '#protocol/content/entities.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import css from './news-screen.module.css';
import { newsQuery } from './queries.ts';
import { articleHref } from './article-href.ts';
import { TagBadge } from './tag-badge.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** The news, newest first. */
export function NewsScreen() {
  const { t } = useLingui();
  const news = useInfiniteQuery(newsQuery(useObservable(language)));
  const list = news.data?.pages.flatMap((page) => page.list);
  return (
    <Page
      title={t`News`}
      actions={<IconButton icon={Search} label={t`Search`} href="#/pages/Whiteskin/contact?find=1" />}
      onRefresh={() => news.refetch()}
      updating={news.isFetching && list !== undefined}
    >
      {list === undefined && <NotLoaded query={news} title={<Trans>The news did not load</Trans>} rows={6} />}
      {list?.length === 0 && <EmptyState icon={Newspaper} title={<Trans>No news yet</Trans>} />}
      {list !== undefined && list.length > 0 && (
        <ul className={css['list']}>
          {list.map((article) => (
            <li key={article.key}>
              <NewsRow article={article} />
            </li>
          ))}
        </ul>
      )}
      {news.hasNextPage && (
        <div className={css['more']}>
          <Button kind="text" busy={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Page>
  );
}

function NewsRow({ article }: { article: ArticleSummary }) {
  return (
    <a className={css['row']} href={articleHref(article.key)}>
      <span className={css['about']}>
        <TagBadge tag={article.tag} />
        <time dateTime={new Date(article.at).toISOString()}>{formatTime(article.at, 'day')}</time>
      </span>
      <span className={css['title']}>
        {article.title}
        <Icon of={ChevronRight} size="row" className={css['chevron']} />
      </span>
      <span className={css['summary']}>{article.summary}</span>
    </a>
  );
}
