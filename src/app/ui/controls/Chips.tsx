import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { moveInGroup, radioProps, useInSight } from './roving.ts';
import css from './Chips.module.css';
import { useStillPress } from './still-press.ts';

export interface ChipItem<Id extends string = string> {
  id: Id;
  label: ReactNode;
}

export interface ChipsProps<Id extends string> {
  /** What is chosen here, for readers. */
  label: string;
  items: readonly ChipItem<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  /** Spread over the width in equal parts instead of a sideways row. */
  even?: boolean;
  /** Without the gutter, inside of cards and sheets. */
  inset?: boolean;
  /** All of them in sight, in as many rows as they need: for a choice where none may be missed. */
  wrap?: boolean;
}

/** A row of chips of which at most one is chosen; it scrolls sideways. */
export function Chips<Id extends string>(props: ChipsProps<Id>) {
  const { label, items, value, onChange, even = false, inset = false, wrap = false } = props;
  const chosen = useInSight(value);
  const press = useStillPress();
  const stop = items.some((item) => item.id === value) ? value : items[0]?.id;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the chips
    <div
      className={classNames(css['chips'], even && css['even'], inset && css['inset'], wrap && css['wrap'])}
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveInGroup}
      {...press}
    >
      {items.map((item) => (
        <button
          key={item.id}
          ref={item.id === value ? chosen : undefined}
          type="button"
          {...radioProps(item.id === value, item.id === stop)}
          className={css['chip']}
          onClick={() => onChange(item.id)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

export interface ChipProps {
  children: ReactNode;
  /** On or off, for filters; a chip without it only acts. */
  pressed?: boolean;
  onClick: () => void;
  label?: string;
  'aria-haspopup'?: 'dialog';
}

/** One chip by itself: a filter that is on or off, a recent search, an amount. */
export function Chip({ children, pressed, onClick, label, ...rest }: ChipProps) {
  return (
    <button type="button" className={css['chip']} aria-pressed={pressed} aria-label={label} onClick={onClick} {...rest}>
      {children}
    </button>
  );
}

/** A row for `Chip`s. */
export function ChipRow({ children, label, inset = false }: { children: ReactNode; label: string; inset?: boolean }) {
  const press = useStillPress();
  return (
    <fieldset className={classNames(css['chips'], inset && css['inset'])} aria-label={label} {...press}>
      {children}
    </fieldset>
  );
}
