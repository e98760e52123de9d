import type { ReactNode } from 'react';
import type { Article } from '../../contract/entities/content.ts';
import { ArticleBody } from './ArticleBody.tsx';
import css from './ArticleText.module.css';

export interface ArticleTextProps {
  readonly article: Pick<Article, 'title' | 'summary' | 'blocks'>;
  /** When it was written and how long it takes to read, under the title. */
  readonly about: ReactNode;
  /** A badge above the title. */
  readonly tag?: ReactNode;
  /** The title already stands on the page as its heading, so this one is for the eye alone. */
  readonly titleIsHeading?: boolean;
}

/** A whole article: title, when, summary, text. */
export function ArticleText({ article, about, tag, titleIsHeading = false }: ArticleTextProps) {
  return (
    <article className={css['article']}>
      {tag}
      {titleIsHeading ? (
        <p className={css['title']} aria-hidden="true">
          {article.title}
        </p>
      ) : (
        <h2 className={css['title']}>{article.title}</h2>
      )}
      <p className={css['about']}>{about}</p>
      <p className={css['summary']}>{article.summary}</p>
      <ArticleBody blocks={article.blocks} />
    </article>
  );
}

/** What stands in the place of an article while it comes: the same room, the same lines. */
export function ArticleRoom({ children }: { children: ReactNode }) {
  return (
    <div className={css['article']} aria-busy="true">
      {children}
    </div>
  );
}
