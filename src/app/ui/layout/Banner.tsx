import type { LucideIcon } from 'lucide-react';
import { CircleAlert, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { classNames } from '../class-names.ts';
import css from './Banner.module.css';

const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert } as const;

export interface BannerProps {
  children: ReactNode;
  tone?: 'info' | 'warn' | 'danger';
  icon?: LucideIcon;
  /** Advice for this screen inside the gutter; without it a state of the whole app, edge to edge. */
  inset?: boolean;
  /** With room below, for where what follows leaves none. */
  apart?: boolean;
  /** At most one. */
  action?: { label: ReactNode; onAction: () => void };
  /** Announced when it appears, as the loss of the connection is. */
  live?: boolean;
  /** Above sheets: the offline banner. */
  above?: boolean;
}

/** A line of state or advice: icon, text, at most one action. */
export function Banner(props: BannerProps) {
  const {
    children,
    tone = 'info',
    icon = icons[tone],
    inset = false,
    apart = false,
    action,
    live = false,
    above = false,
  } = props;
  return (
    <div
      className={classNames(css['banner'], inset && css['inset'], apart && css['apart'], above && css['above'])}
      data-tone={tone}
      role={live ? 'status' : undefined}
    >
      <Icon of={icon} size="row" />
      <div className={css['text']}>{children}</div>
      {action && (
        <button type="button" className={css['action']} onClick={action.onAction}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/**
 * The violet strip of every practice screen; `Page`'s `top`. While it is not yet known whether this is practice, it is
 * an empty place of the same height, so that nothing moves when it comes. Under `data-flat` of the document it is a line
 * over the upper edge that takes no height.
 */
export function PracticeStrip({ children, unknown = false }: { children?: ReactNode; unknown?: boolean }) {
  return <div className={classNames(css['practice'], unknown && css['unknown'])}>{children}</div>;
}

/**
 * A passing state of the whole app, over the content: what comes and goes by itself must not move the page.
 *
 * @param quiet not announced: it holds a time that changes, and somebody else announces the rest
 */
export function FloatingStatus({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  if (quiet) return <div className={css['floating']}>{children}</div>;
  return <output className={css['floating']}>{children}</output>;
}

/** Says that a number is old: "as of 12:03". */
export function StaleTag({ children }: { children: ReactNode }) {
  return (
    <span className={css['stale']}>
      <Icon of={Clock} size="note" />
      {children}
    </span>
  );
}
