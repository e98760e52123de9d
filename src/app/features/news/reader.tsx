import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BookmarkCheck, Share2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState, useEffect } from 'react';
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
import { type ReadingPlace, storePlace, readPlace } from './reading-places.ts';

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

/** How long the screen must rest before its position is stored. */
const settleMs = 400;
/** A place so near the top needs no way back to it. */
const blocksBefore = 2;
/** Pixels between what sticks to the top and the block one went to. */
const gapAbove = 8;

/** The lower edge of what sticks to the top of the screen. */
function topEdge(body: Element): number {
  return body.closest('main')?.parentElement?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}

/** Where the reader is now; there is nothing to keep at the beginning and when the end is on the screen. */
function placeNow(body: Element, nowMs: number): ReadingPlace | 'beginning' | 'end' {
  const top = topEdge(body);
  const box = body.getBoundingClientRect();
  const blocks = [...body.children];
  const block = blocks.findIndex((each) => each.getBoundingClientRect().bottom > top + 1);
  if (box.bottom <= innerHeight) return 'end';
  if (block < blocksBefore) return 'beginning';
  const share = Math.min(1, Math.max(0, (top - box.top) / box.height));
  return { block, share, at: nowMs };
}

/** Scrolls to a block of the text, below what sticks to the top, and moves the focus there. */
function goToBlock(body: Element | null, block: number): void {
  const target = body?.children[block];
  if (body === null || !(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollTo({ top: scrollY + target.getBoundingClientRect().top - topEdge(body) - gapAbove });
}

/**
 * Follows where an article is being read and keeps it.
 *
 * @returns the place of an earlier visit, until the reader goes there or is past it anyway
 */
function useReadingPlace(key: string, bodyRef: RefObject<HTMLElement | null>) {
  const [offered, setOffered] = useState<ReadingPlace | null>(null);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let moved = false;
    let earlier: ReadingPlace | null = null;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const body = bodyRef.current;
      if (!moved || body === null) return;
      moved = false;
      const now = placeNow(body, Date.now());
      const isBefore = now === 'beginning' || (now !== 'end' && now.block < (earlier?.block ?? 0));
      // A look at the beginning does not lose the place one may still want to go to.
      if (earlier !== null && isBefore) return;
      earlier = null;
      setOffered(null);
      void storePlace(key, typeof now === 'string' ? null : now).catch(() => undefined);
    };
    const onScroll = () => {
      moved = true;
      clearTimeout(timer);
      timer = setTimeout(keep, settleMs);
    };
    const offer = async () => {
      const place = await readPlace(key);
      // A user who came back to the middle of the text is there already.
      if (!current || place === null || scrollY >= innerHeight / 2) return;
      earlier = place;
      setOffered(place);
    };
    void offer();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      current = false;
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', keep);
      clearTimeout(timer);
      setOffered(null);
    };
  }, [key, bodyRef]);
  return { offered, dismiss: () => setOffered(null) };
}
