import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { Block } from '#protocol/content/entities.ts';
import css from './ArticleBody.module.css';
import { Card } from '../layout/Section.tsx';

/** A picture in an article. */
export type Picture = Extract<Block, { type: 'image' }>;

export interface ArticleBodyProps {
  readonly blocks: readonly Block[];
  /** The element whose children are the blocks, one for one. */
  readonly ref?: Ref<HTMLDivElement>;
  /** A tap on a picture; without it pictures only stand there. */
  readonly onPicture?: ((picture: Picture) => void) | undefined;
}

/** Characters of a fact that stays beside its name: a fee, a year. */
const figureMost = 10;
/** Letters of Chinese, Japanese and Korean take the room of two others. */
const wideLetters = /[\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/g;

function isFigure(value: string): boolean {
  return value.replaceAll(wideLetters, '00').length <= figureMost;
}

/** Where a picture of an article is fetched from. */
export function pictureAddress({ src }: Picture): string {
  return `${import.meta.env.FILE_BASE}${src}`;
}

/** The text of an article. Blocks are plain text, so nothing in them can run or load. */
export function ArticleBody({ blocks, ref, onPicture }: ArticleBodyProps) {
  return (
    <div className={css['body']} ref={ref}>
      {blocks.map((block, at) =>
        block.type === 'image' ? (
          <ArticlePicture key={at} picture={block} onPicture={onPicture} />
        ) : (
          <ArticleBlock key={at} block={block} />
        ),
      )}
    </div>
  );
}

/** Its room is there before it is, so nothing moves when it comes. */
function ArticlePicture({ picture, onPicture }: { picture: Picture; onPicture: ArticleBodyProps['onPicture'] }) {
  const { t } = useLingui();
  const { alt } = picture;
  const image = (
    <img
      className={css['image']}
      src={pictureAddress(picture)}
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading="lazy"
      decoding="async"
    />
  );
  return (
    <figure className={css['figure']}>
      {onPicture === undefined ? (
        image
      ) : (
        <button
          type="button"
          className={css['picture']}
          aria-label={t`Enlarge: ${alt}`}
          aria-haspopup="dialog"
          onClick={() => onPicture(picture)}
        >
          {image}
        </button>
      )}
      {/* The picture is named by the same words: they are read out once. */}
      {alt !== '' && (
        <figcaption className={css['caption']} aria-hidden>
          {alt}
        </figcaption>
      )}
    </figure>
  );
}

function ArticleBlock({ block }: { block: Exclude<Block, Picture> }) {
  switch (block.type) {
    case 'heading':
      return <h2 className={css['heading']}>{block.text}</h2>;
    case 'paragraph':
      return <p className={css['paragraph']}>{block.text}</p>;
    case 'list':
      return (
        <ul className={css['list']}>
          {block.items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      );
    case 'steps':
      return (
        <ol className={css['list']} data-numbered="">
          {block.items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ol>
      );
    case 'facts':
      return (
        <Card bare>
          <dl>
            {block.rows.map(([key, value], at) => (
              <div key={at} className={css['fact']} data-figure={isFigure(value) || undefined}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      );
  }
}
