import type { ReactNode } from 'react';
import type { Article } from '#protocol/content/entities.ts';
import { ArticleBody, type ArticleBodyProps } from './ArticleBody.tsx';
import css from './ArticleText.module.css';

/** Sizes a reader may choose, beside the text size of the device, which all of them follow. */
export const textSizes = ['small', 'normal', 'large', 'largest'] as const;
export type TextSize = (typeof textSizes)[number];

interface ArticleTextProps extends Pick<ArticleBodyProps, 'onPicture'> {
  readonly article: Pick<Article, 'title' | 'summary' | 'blocks'>;
  /** When it was written and how long it takes to read, under the title. */
  readonly about: ReactNode;
  /** A badge above the title. */
  readonly tag?: ReactNode;
  /** The title is already the page's heading, so this one is hidden from screen readers. */
  readonly titleIsHeading?: boolean;
  readonly size?: TextSize;
  /** Between the summary and the text: a list of contents. */
  readonly before?: ReactNode;
  /** The element whose children are the blocks of the text. */
  readonly bodyRef?: ArticleBodyProps['ref'];
}

/** A whole article: title, when, summary, text. */
export function ArticleText(props: ArticleTextProps) {
  const { article, about, tag, titleIsHeading = false, size = 'normal' } = props;
  const body = props.bodyRef === undefined ? {} : { ref: props.bodyRef };
  return (
    <article className={css['article']} data-text-size={size}>
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
      {props.before}
      <ArticleBody blocks={article.blocks} onPicture={props.onPicture} {...body} />
    </article>
  );
}

/** Placeholder of an article while it loads: the same space, the same lines. */
export function ArticleRoom({ children }: { children: ReactNode }) {
  return (
    <div className={css['article']} aria-busy="true">
      {children}
    </div>
  );
}
