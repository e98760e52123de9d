import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './Section.module.css';

interface SectionProps {
  title?: ReactNode;
  /** At the right of the title: a text link, an icon button. */
  action?: ReactNode;
  /** An 8 px sunken band above, between unlike groups. */
  band?: boolean;
  children: ReactNode;
}

/** A named part of a page. */
export function Section({ title, action, band = false, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className={classNames(band && css['band'])}>
      {(title !== undefined || action !== undefined) && (
        <div className={css['head']}>
          <h2 id={id} className={css['title']}>
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** A card inside the gutter, or with `bare` as wide as its box. */
export function Card({ children, bare = false }: { children: ReactNode; bare?: boolean }) {
  return <div className={classNames(css['card'], bare && css['bare'])}>{children}</div>;
}

/** Content in the gutter of the page, one below the other with a gap of 4 px steps. */
export function Stack({
  children,
  gap = 3,
  inset = false,
}: {
  children: ReactNode;
  gap?: 1 | 2 | 3 | 4 | 6;
  inset?: boolean;
}) {
  return (
    <div className={classNames(css['stack'], !inset && css['gutter'])} style={{ gap: gap * 4 }}>
      {children}
    </div>
  );
}

/** A text link or quiet action, with a 44 px target. */
export function TextLink(props: { children: ReactNode; href?: string; onClick?: () => void }) {
  return props.href === undefined ? (
    <button type="button" className={css['link']} onClick={props.onClick}>
      {props.children}
    </button>
  ) : (
    <a className={css['link']} href={props.href} onClick={props.onClick}>
      {props.children}
    </a>
  );
}
