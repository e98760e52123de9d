import { Trans } from '@lingui/react/macro';
import type { Article } from '#protocol/content/entities.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { articleHref } from './article-href.ts';
import css from './reader.module.css';

/** Articles offered below another one. */
const relatedMax = 3;

type Listed = Pick<Article, 'key' | 'title' | 'tag'>;

/** Others of the same subject first, in their order; the rest fills up. */
export function relatedTo(article: Listed, all: readonly Listed[]): Listed[] {
  const others = all.filter(({ key }) => key !== article.key);
  const same = others.filter(({ tag }) => tag !== null && tag === article.tag);
  return [...same, ...others.filter((each) => !same.includes(each))].slice(0, relatedMax);
}

/** What else one may want to read; nothing when there is nothing. */
export function RelatedArticles({ article, all }: { article: Listed; all: readonly Listed[] }) {
  const related = relatedTo(article, all);
  if (related.length === 0) return null;
  return (
    <div className={css['related']}>
      <Section title={<Trans>More to read</Trans>} band>
        <ul>
          {related.map(({ key, title }) => (
            <li key={key}>
              <ListRow height={56} light title={title} href={articleHref(key)} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
