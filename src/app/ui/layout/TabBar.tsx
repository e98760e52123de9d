import type { LucideIcon } from 'lucide-react';
import { Icon } from '../icons.tsx';
import type { LinkTarget } from './link.ts';
import css from './TabBar.module.css';

interface TabBarItem extends LinkTarget {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Something new: a dot, never a number. Say it for readers with `newLabel`. */
  dot?: boolean;
  newLabel?: string;
}

interface TabBarProps {
  /** What the bar is, for readers: "Main". */
  label: string;
  items: readonly TabBarItem[];
  /** Id of the page that is shown, if it is one of them. */
  current: string | null;
}

/** The main pages at the lower edge. */
export function TabBar({ label, items, current }: TabBarProps) {
  return (
    <nav className={css['bar']} aria-label={label}>
      {items.map((item) => {
        const here = item.id === current ? ({ 'aria-current': 'page' } as const) : {};
        const name = item.dot === true && item.newLabel ? { 'aria-label': `${item.label}, ${item.newLabel}` } : {};
        const content = (
          <>
            <Icon of={item.icon} size="bar" />
            <span className={css['label']}>{item.label}</span>
            {item.dot === true && <span className={css['dot']} />}
          </>
        );
        const link = { className: css['item'] ?? '', ...here, ...name };
        return item.render ? (
          <span key={item.id} className={css['cell']}>
            {item.render({ ...link, children: content })}
          </span>
        ) : (
          <a key={item.id} href={item.href} {...link}>
            {content}
          </a>
        );
      })}
    </nav>
  );
}
