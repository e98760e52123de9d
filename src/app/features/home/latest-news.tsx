import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import css from './latest-news.module.css';
import { newestNewsQuery } from './queries.ts';

/** The newest of the news. Without an answer nothing is shown here: the list itself shows why. */
export function LatestNews() {
  const { t } = useLingui();
  const { data, isError } = useQuery(newestNewsQuery(useObservable(language)));
  if (data?.list.length === 0 || (data === undefined && isError)) return null;
  return (
    <Section
      band
      title={<Trans>News</Trans>}
      action={
        <TextLink href="#/pages/neWs/neWs">
          <Trans>All news</Trans>
        </TextLink>
      }
    >
      <ul className={css['list']} aria-label={t`News`} aria-busy={data === undefined}>
        {data === undefined &&
          [0, 1, 2].map((row) => (
            <li key={row} className={css['row']}>
              <Skeleton width="72%" height="14px" />
              <Skeleton width="48px" height="10px" />
            </li>
          ))}
        {data?.list.map((article) => (
          <li key={article.key}>
            <a className={css['row']} href={`#/pages/home/newsDetail?key=${encodeURIComponent(article.key)}`}>
              <span className={css['title']}>{article.title}</span>
              <time className={css['time']} dateTime={new Date(article.at).toISOString()}>
                {formatTime(article.at, 'day')}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
