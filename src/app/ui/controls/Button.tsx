import { Lock } from 'lucide-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { LinkTarget } from '../layout/link.ts';
import { Spinner } from '../layout/Spinner.tsx';
import { classNames } from '../class-names.ts';
import css from './Button.module.css';

export interface ButtonProps extends LinkTarget {
  children: ReactNode;
  /** One primary per screen; `buy` and `sell` only for the sides of an order. Default `second`. */
  kind?: 'primary' | 'buy' | 'sell' | 'second' | 'outline' | 'text' | 'danger';
  /** 44, 48 or 52 px high at least. Default `m`. */
  size?: 's' | 'm' | 'l';
  /** A second, smaller line: the result of the tap. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** As wide as its box (the default for m and l). */
  wide?: boolean;
  /** An action is under way: the width stays, taps are ignored. */
  busy?: boolean;
  /** Says what is going on while busy, "Sending…". */
  busyLabel?: ReactNode;
  /** Disables the button (it stays focusable) and says why in a line below. */
  disabledReason?: ReactNode;
  /** Disables without a line of its own: only where the reason is already shown beside the button. */
  disabled?: boolean;
  /** Id of an element that says more, such as a reason shown elsewhere. */
  describedBy?: string | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  type?: 'button' | 'submit';
  /** Id of the form that a submit button outside of it belongs to. */
  form?: string;
  label?: string;
  id?: string;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'dialog' | 'menu' | 'listbox';
}

function ButtonContent({ children, detail, icon, busy, busyLabel }: ButtonProps) {
  return (
    <>
      <span className={classNames(css['face'], busy && css['away'])} aria-hidden={busy && busyLabel ? true : undefined}>
        {icon}
        <span className={css['words']}>
          <span>{children}</span>
          {detail !== undefined && <small>{detail}</small>}
        </span>
      </span>
      {busy && (
        <span className={css['busy']}>
          <Spinner />
          {busyLabel}
        </span>
      )}
    </>
  );
}

/**
 * A button, or a link that looks like one. Disabled buttons are `aria-disabled` and stay focusable, so that a reader
 * can reach the reason; busy ones keep their width.
 */
export function Button(props: ButtonProps) {
  const { kind = 'second', size = 'm', wide = size !== 's', busy = false, type = 'button' } = props;
  const reasonId = useId();
  const hasReason = props.disabledReason !== undefined && props.disabledReason !== null && props.disabledReason !== '';
  const disabled = hasReason || props.disabled === true;
  const className = classNames(css['button'], css[kind], css[size], wide && css['wide'], disabled && css['disabled']);
  const content = <ButtonContent {...props} />;
  if (!disabled && !busy) {
    const name = props.label === undefined ? {} : { 'aria-label': props.label };
    if (props.render) return props.render({ className, children: content, ...name });
    if (props.href !== undefined) {
      return (
        <a className={className} href={props.href} onClick={props.onClick} {...name}>
          {content}
        </a>
      );
    }
  }
  const click = (event: MouseEvent<HTMLElement>) => {
    if (disabled || busy) event.preventDefault();
    else props.onClick?.(event);
  };
  const button = (
    <button
      type={type}
      id={props.id}
      form={props.form}
      className={className}
      onClick={click}
      aria-label={props.label}
      aria-disabled={disabled || busy || undefined}
      aria-busy={busy || undefined}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      aria-describedby={classNames(hasReason && reasonId, props.describedBy) || undefined}
    >
      {content}
    </button>
  );
  if (!hasReason) return button;
  return (
    <div className={classNames(wide && css['wide'])}>
      {button}
      <p className={css['why']} id={reasonId}>
        <Icon of={Lock} size="note" />
        <span>{props.disabledReason}</span>
      </p>
    </div>
  );
}
