import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Icon, type IconSize } from '../icons.tsx';
import type { LinkTarget } from '../layout/link.ts';
import { classNames } from '../class-names.ts';
import css from './IconButton.module.css';

export interface IconButtonProps extends LinkTarget {
  icon: LucideIcon;
  /** What it does, for readers. */
  label: string;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** A dot that says something is new; say it in `label` too. */
  dot?: boolean;
  /** For toggles such as a favourite star: pressed fills the icon. */
  pressed?: boolean;
  size?: IconSize;
  tone?: 'plain' | 'quiet' | 'accent' | 'warn';
  disabled?: boolean;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'dialog' | 'menu' | 'listbox';
}

/** An icon alone in a 44 px target. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'bar', tone = 'plain', disabled = false } = props;
  const className = classNames(css['box'], css[tone], props.pressed === true && css['pressed']);
  const content = (
    <>
      <Icon of={icon} size={size} />
      {props.dot === true && <span className={css['dot']} />}
    </>
  );
  if (props.render) return props.render({ className, children: content, 'aria-label': label });
  if (props.href !== undefined) {
    return (
      <a className={className} href={props.href} aria-label={label} onClick={props.onClick}>
        {content}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={props.pressed}
      aria-disabled={disabled || undefined}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      onClick={disabled ? undefined : props.onClick}
    >
      {content}
    </button>
  );
}
