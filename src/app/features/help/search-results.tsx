import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, SearchX } from 'lucide-react';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import css from './help-screen.module.css';
import type { Piece } from './search/excerpt.ts';
import type { Find } from './search/text-search.ts';
import { useTextSearch } from './use-text-search.ts';

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, at) => (piece.found ? <mark key={at}>{piece.text}</mark> : piece.text));
}

interface SearchResultsProps {
  readonly query: string;
  readonly onClear: () => void;
  /** Called just before a text is opened: the query is stored for going back. */
  readonly onOpen: () => void;
}

/** What was found in everything that can be read, with the place it was found in. */
export function SearchResults({ query, onClear, onOpen }: SearchResultsProps) {
  const { t } = useLingui();
  const { finds, error, retry } = useTextSearch(query);
  const count = finds?.length ?? 0;
  return (
    <>
      <LiveRegion>{finds === null ? '' : count === 0 ? t`Nothing found` : t`Results: ${count}`}</LiveRegion>
      {finds === null && error === null && <SkeletonRow count={5} />}
      {finds === null && error !== null && (
        <ErrorState
          title={<Trans>The search did not load</Trans>}
          text={<Trans>It is downloaded to this device the next time Dunlin is open with a connection.</Trans>}
          onRetry={retry}
        />
      )}
      {finds !== null && count === 0 && <NothingFound onClear={onClear} />}
      {finds !== null && count > 0 && (
        <ul className={css['finds']} aria-label={t`Results`}>
          {finds.map((find) => (
            <li key={find.to}>
              <FindRow find={find} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const reachable = useReachable();
  return (
    <EmptyState
      icon={reachable ? SearchX : CloudOff}
      title={<Trans>Nothing found</Trans>}
      text={
        reachable ? (
          <Trans>Try another word, or look through the topics.</Trans>
        ) : (
          <Trans>Without a connection, only texts saved on this device are searched.</Trans>
        )
      }
      action={
        <Button size="s" onClick={onClear}>
          <Trans>Show all topics</Trans>
        </Button>
      }
    />
  );
}

/** A text that was found, with the place it was found in. */
export function FindRow({ find, onOpen }: { find: Find; onOpen?: () => void }) {
  const kind = useKindName(find.to);
  return (
    <a className={css['find']} href={`#${find.to}`} onClick={onOpen}>
      <span className={css['kind']}>{kind}</span>
      <span className={css['findTitle']}>
        <Pieces pieces={find.title} />
      </span>
      <span className={css['findText']}>
        <Pieces pieces={find.excerpt} />
      </span>
    </a>
  );
}

function useKindName(to: string): string {
  const { t } = useLingui();
  if (to.startsWith('/pages/notice/')) return t`Notice`;
  if (to.startsWith('/pages/Whiteskin/')) return t`About Dunlin`;
  return to.includes('key=news') ? t`News` : t`Help`;
}
