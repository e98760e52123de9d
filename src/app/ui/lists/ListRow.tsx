import { ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { LinkTarget } from '../layout/link.ts';
import { classNames } from '../class-names.ts';
import css from './ListRow.module.css';

interface ListRowProps extends LinkTarget {
  /** 36 px: a coin, an `IconTile`, an avatar. */
  leading?: ReactNode;
  /** May be cut short; numbers go to `value`. */
  title: ReactNode;
  sub?: ReactNode;
  /** Between the names and the right block: a sparkline. */
  middle?: ReactNode;
  value?: ReactNode;
  valueSub?: ReactNode;
  /** At the far right: a pill, a switch, a button. */
  trailing?: ReactNode;
  /** The arrow that says the row leads on. Default: where the row is a link or a button. */
  chevron?: boolean;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** 64, 60 in markets, 56 for values to copy. */
  height?: 64 | 60 | 56;
  /** A setting or fact: the title is not heavy. */
  light?: boolean;
  /** For rows of a list box or where the row opens something. */
  'aria-haspopup'?: 'dialog' | undefined;
  'aria-current'?: 'page' | 'true' | undefined;
  label?: string;
}

/** A row of a list; the whole row is the target. Hairlines stand between neighbours. */
export function ListRow(props: ListRowProps) {
  const acts = props.onClick !== undefined || props.href !== undefined || props.render !== undefined;
  const { chevron = acts && props.trailing === undefined, height = 64, light = false } = props;
  const className = classNames(css['row'], css[`h${height}`], light && css['light']);
  const content = (
    <>
      {props.leading}
      <span className={css['names']}>
        <span className={css['title']}>{props.title}</span>
        {props.sub !== undefined && <span className={css['sub']}>{props.sub}</span>}
      </span>
      {props.middle}
      {(props.value !== undefined || props.valueSub !== undefined) && (
        <span className={css['values']}>
          <span className={css['value']}>{props.value}</span>
          {props.valueSub !== undefined && <span className={css['sub']}>{props.valueSub}</span>}
        </span>
      )}
      {props.trailing}
      {chevron && <Icon of={ChevronRight} size="row" className={css['chevron']} />}
    </>
  );
  const name = props.label === undefined ? {} : { 'aria-label': props.label };
  if (props.render) return props.render({ className, children: content, ...name });
  if (props.href !== undefined) {
    return (
      <a className={className} href={props.href} onClick={props.onClick} aria-current={props['aria-current']} {...name}>
        {content}
      </a>
    );
  }
  if (props.onClick) {
    return (
      <button
        type="button"
        className={className}
        onClick={props.onClick}
        aria-haspopup={props['aria-haspopup']}
        aria-current={props['aria-current']}
        {...name}
      >
        {content}
      </button>
    );
  }
  return <div className={className}>{content}</div>;
}

/** A 36 px tile with an icon, the leading part of rows that have no coin; 44 px for quick actions. */
export function IconTile({
  icon,
  tone = 'plain',
  large = false,
}: {
  icon: LucideIcon;
  tone?: 'plain' | 'accent';
  large?: boolean;
}) {
  return (
    <span className={classNames(css['tile'], large && css['large'], tone === 'accent' && css['accent'])}>
      <Icon of={icon} size="row" />
    </span>
  );
}
