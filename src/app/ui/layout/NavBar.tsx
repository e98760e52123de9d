import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { useBack } from './back.tsx';
import { usePageMark } from './page-top.tsx';
import { classNames } from '../class-names.ts';
import css from './NavBar.module.css';

export interface NavBarProps {
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
export function NavBar({ title, lead, root = false, leave = root ? 'none' : 'back', onLeave, actions }: NavBarProps) {
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
