import type { ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, X } from 'lucide-react';
import { loadingDelayMs } from '#protocol/core/limits.ts';
import { usePageTop, usePageMark } from './page-top.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';
import { classNames } from '../class-names.ts';
import css from './Page.module.css';
import { IconButton } from '../controls/IconButton.tsx';
import { useBack } from './back.tsx';

export interface PageProps extends NavBarProps {
  children: ReactNode;
  /** Leaves room for the tab bar below. Default: as `root`. */
  tabBar?: boolean | undefined;
  /** Above the nav bar, below what `PageTopProvider` puts on every page. */
  top?: ReactNode;
  /** Sticks with the nav bar: tabs, a search field. */
  under?: ReactNode;
  /** The action that sticks to the lower edge. */
  bottom?: ReactNode;
  /** Pull to refresh; the mark stays until the promise settles. */
  onRefresh?: (() => Promise<unknown>) | undefined;
  /** Cached data is on screen and newer is on its way: a line under the nav bar after a moment. */
  updating?: boolean;
  /** Exactly as high as the screen: what scrolls, scrolls inside. */
  filled?: boolean;
  /** No nav bar at all; the title stays for readers. */
  bare?: boolean;
}

/** A screen: nav bar, one scrolling column of at most 480 px, an optional sticky action, safe areas, the fade at the end. */
export function Page(props: PageProps) {
  const {
    children,
    root = false,
    tabBar = root,
    top,
    under,
    bottom,
    onRefresh,
    updating = false,
    filled = false,
    bare = false,
  } = props;
  const shellTop = usePageTop();
  const content = onRefresh ? <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh> : children;
  return (
    <div className={classNames(css['page'], tabBar && css['tabbed'], filled && css['filled'])}>
      <header className={classNames(css['head'], bare && css['bare'])}>
        {shellTop}
        {top}
        {!bare && <NavBar {...props} />}
        {under}
        {updating && <div className={css['updating']} style={{ animationDelay: `${loadingDelayMs}ms` }} />}
      </header>
      <main className={css['main']}>
        {bare && (
          <h1 className={css['unseen']} tabIndex={-1}>
            {props.title}
          </h1>
        )}
        {content}
      </main>
      {bottom !== undefined && bottom !== null && <footer className={css['bottom']}>{bottom}</footer>}
      {bottom === undefined && !tabBar && <div className={css['fade']} />}
    </div>
  );
}

interface NavBarProps {
  /** The page's name, its only h1. */
  title: ReactNode;
  /** Drawn at the left in place of the title, such as a pair picker; the title stays for readers. */
  lead?: ReactNode;
  /** The page of a tab: a big title at left and no way back. */
  root?: boolean;
  /** An arrow back (the default), a cross, or nothing. */
  leave?: 'back' | 'close' | 'none';
  onLeave?: (() => void) | undefined;
  /** Up to three `IconButton`s. */
  actions?: ReactNode;
}

/** The bar at the top of a page, inside of its `header`: the way back, the title as h1, up to three icon actions. */
function NavBar({ title, lead, root = false, leave = root ? 'none' : 'back', onLeave, actions }: NavBarProps) {
  const { t } = useLingui();
  const back = useBack();
  const mark = usePageMark();
  return (
    <div className={classNames(css['bar'], root && css['root'])}>
      {leave !== 'none' && (
        <IconButton
          icon={leave === 'close' ? X : ChevronLeft}
          label={leave === 'close' ? t`Close` : t`Back`}
          onClick={onLeave ?? back}
        />
      )}
      {lead !== undefined && <div className={css['lead']}>{lead}</div>}
      <h1 className={lead === undefined ? css['title'] : css['unseen']} tabIndex={-1}>
        {title}
      </h1>
      {mark && <span className={css['mark']}>{mark}</span>}
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </div>
  );
}
