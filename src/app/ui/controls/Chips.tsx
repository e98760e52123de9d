import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { type RadioChoice, RadioGroup } from '../forms/RadioGroup.tsx';
import { useInSight } from './roving.ts';
import css from './Chips.module.css';
import { useStillPress } from './still-press.ts';

interface ChipsProps<Id extends string> extends RadioChoice<Id, Id | null> {
  /** Spread over the width in equal parts instead of a sideways row. */
  even?: boolean;
  /** Without the gutter, inside of cards and sheets. */
  inset?: boolean;
  /** All of them in sight, in as many rows as they need: for a choice where none may be missed. */
  wrap?: boolean;
}

/** A row of chips of which at most one is chosen; it scrolls sideways. */
export function Chips<Id extends string>(props: ChipsProps<Id>) {
  const { even = false, inset = false, wrap = false, ...choice } = props;
  const chosen = useInSight(choice.value);
  return (
    <RadioGroup
      {...choice}
      chosen={chosen}
      className={classNames(css['chips'], even && css['even'], inset && css['inset'], wrap && css['wrap'])}
      itemClass={css['chip']}
    />
  );
}

interface ChipProps {
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
