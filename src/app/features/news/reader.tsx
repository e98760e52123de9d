import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BookmarkCheck, Share2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Article, Block } from '#protocol/content/entities.ts';
import { useObservable } from '#app/platform/observable.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatAgo, formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Disclosure } from '#app/ui/layout/Disclosure.tsx';
import type { Picture } from '#app/ui/lists/ArticleBody.tsx';
import { ArticleRoom, ArticleText } from '#app/ui/lists/ArticleText.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PictureViewer } from '#app/ui/overlays/PictureViewer.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import css from './reader.module.css';
import { textSize } from './text-size.ts';
import { TextSizeButton } from './text-size-button.tsx';
import { goToBlock, useReadingPlace } from './use-reading-place.ts';

interface ReaderProps {
  readonly article: Article;
  /** A badge above the title. */
  readonly tag?: ReactNode;
  /** A standalone page shows its date; an article how long ago it was written. */
  readonly isDated?: boolean;
  /** What else there is to read, below the text. */
  readonly more?: ReactNode;
  readonly onRefresh?: () => Promise<unknown>;
}

/** An article to be read in comfort: its own size of letters, the place where one stopped, its pictures, sharing. */
export function Reader({ article, tag, more, isDated = false, onRefresh }: ReaderProps) {
  const { t } = useLingui();
  const bodyRef = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const { offered, dismiss } = useReadingPlace(article.key, bodyRef);
  const shareLink = useShareLink();
  const share = () => shareLink({ title: article.title, url: location.href }, t`Link copied`);
  const goOn = () => {
    if (offered !== null) goToBlock(bodyRef.current, offered.block);
    dismiss();
  };
  return (
    <Page
      title={article.title}
      lead={null}
      onRefresh={onRefresh}
      actions={
        <>
          <TextSizeButton />
          <IconButton icon={Share2} label={t`Share`} onClick={() => void share()} />
        </>
      }
    >
      <ArticleText
        article={article}
        titleIsHeading
        tag={tag}
        size={useObservable(textSize)}
        about={<ArticleAge article={article} isDated={isDated} />}
        before={<ContentsList blocks={article.blocks} bodyRef={bodyRef} />}
        bodyRef={bodyRef}
        onPicture={setPicture}
      />
      {more}
      {offered !== null && (
        <div className={css['continue']}>
          <Button kind="primary" size="s" icon={<Icon of={BookmarkCheck} size="inline" />} onClick={goOn}>
            <Trans>Continue where you left off</Trans>
          </Button>
        </div>
      )}
      <PictureViewer picture={picture} onClose={() => setPicture(null)} />
    </Page>
  );
}

/** When an article was written and how long it takes; newer ones show how long ago, at the user's own offset. */
function ArticleAge({
  article,
  isDated = false,
}: {
  article: Pick<Article, 'at' | 'readingMinutes'>;
  isDated?: boolean;
}) {
  useObservable(timeZone);
  return (
    <>
      <time dateTime={new Date(article.at).toISOString()} title={formatTime(article.at, 'dateTime')}>
        {isDated ? formatTime(article.at, 'date') : formatAgo(article.at, serverNow())}
      </time>{' '}
      · <Plural value={article.readingMinutes} one="# min read" other="# min read" />
    </>
  );
}

/** The room of an article while it comes. */
export function ReaderSkeleton() {
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

/** From so many headings on a text has a list of contents. */
const headingsLeast = 4;

/** The headings of a long text; a tap leads there, and the focus with it. */
function ContentsList({ blocks, bodyRef }: { blocks: readonly Block[]; bodyRef: RefObject<HTMLElement | null> }) {
  const { t } = useLingui();
  const headings = blocks.flatMap((block, at) => (block.type === 'heading' ? [{ at, text: block.text }] : []));
  if (headings.length < headingsLeast) return null;
  return (
    <nav className={css['contentsCard']} aria-label={t`Contents`}>
      <Disclosure title={<Trans>Contents</Trans>}>
        <ol className={css['contents']}>
          {headings.map(({ at, text }) => (
            <li key={at}>
              <button type="button" onClick={() => goToBlock(bodyRef.current, at)}>
                {text}
              </button>
            </li>
          ))}
        </ol>
      </Disclosure>
    </nav>
  );
}
