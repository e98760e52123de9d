import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { fieldAria, type CommonFieldProps, FieldFrame, fieldControlClass, frameOf } from './Field.tsx';
import { Icon } from '../icons.tsx';
import type { EntryNote } from './number-draft.ts';
import { useNumberEditing } from './number-editing.ts';
import { useStillHold } from './still-press.ts';
import { LiveRegion } from '../layout/VisuallyHidden.tsx';
import { useNumberSeparators } from '../numbers/number-marks.tsx';
import css from './NumberField.module.css';

export interface NumberFieldProps extends CommonFieldProps {
  /** With its unit: "Amount (BTC)". */
  label: string;
  /** A decimal, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** Digits behind the point that can be typed: the tick or lot. */
  places: number;
  /** What plus and minus add, a decimal; without it there are no steppers. */
  step?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  placeholder?: string;
  /** In place of the steppers at the right: a "Max" button, a unit. */
  trailing?: ReactNode;
  name?: string;
  onBlur?: () => void;
  onFocus?: () => void;
}

function Stepper({ sign, label, onStep }: { sign: 1 | -1; label: string; onStep: () => void }) {
  const hold = useStillHold(onStep);
  return (
    <button type="button" className={css['step']} aria-label={label} {...hold}>
      <Icon of={sign === 1 ? Plus : Minus} size="row" />
    </button>
  );
}

/** What the number that is typed is measured in, from the label: "Amount (BTC)". */
function unitsOf(label: string): readonly string[] {
  const [, inside] = /[(\uFF08]([^()\uFF08\uFF09]+)[)\uFF09]\s*$/u.exec(label) ?? [];
  return inside === undefined ? [] : [inside.trim()];
}

/** What the field says of the last entry. */
function useNoteText(note: EntryNote | null, places: number): string | null {
  const { t } = useLingui();
  if (note === null) return null;
  const texts: Readonly<Record<EntryNote, string>> = {
    cut: places === 0 ? t`Cut to a whole number.` : t`Cut to ${places} decimals.`,
    unreadable: t`Not a number. Nothing was changed.`,
    negative: t`Negative numbers are not allowed. Nothing was changed.`,
    'too-large': t`The number is too large. Nothing was changed.`,
  };
  return texts[note];
}

/**
 * An exact decimal: typed in the marks of the language, handed on as a decimal string, never a float. Arrow keys and
 * the steppers go to the next multiple of `step` within `min` and `max`; typing outside of them is left to `error`. What
 * is pasted is read as a whole; what cannot be read changes nothing, and the field says so.
 */
export function NumberField(props: NumberFieldProps) {
  const { t } = useLingui();
  const { label, disabled = false, places } = props;
  const marks = useNumberSeparators();
  const id = useId();
  const editing = useNumberEditing(props, { marks, places, units: unitsOf(label) });
  const { input, step } = editing;
  const note = useNoteText(editing.note, places);
  const isCut = editing.note === 'cut';
  const error = isCut || note === null ? props.error : note;
  const hint = isCut ? note : props.hint;
  const steppers = props.step !== undefined && !disabled;
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <FieldFrame
      {...frameOf(id, { ...props, error, hint })}
      centred={steppers}
      leading={steppers && <Stepper sign={-1} label={t`Decrease ${label}`} onStep={() => step(-1)} />}
      trailing={
        props.trailing ?? (steppers && <Stepper sign={1} label={t`Increase ${label}`} onStep={() => step(1)} />)
      }
    >
      <input
        ref={input}
        id={id}
        type="text"
        inputMode={props.places === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        className={fieldControlClass}
        value={editing.text}
        name={props.name}
        placeholder={props.placeholder}
        readOnly={disabled}
        aria-disabled={disabled || undefined}
        {...fieldAria(id, error, hint)}
        onChange={editing.edit}
        onCompositionStart={editing.beginComposing}
        onCompositionEnd={editing.endComposing}
        onKeyDown={keyDown}
        onFocus={props.onFocus}
        onBlur={() => {
          editing.tidy();
          props.onBlur?.();
        }}
      />
      <LiveRegion>{note}</LiveRegion>
    </FieldFrame>
  );
}

/** A word at the end of a number field that fills it, as `Max`. */
export function FieldButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={css['fill']} onClick={onClick}>
      {children}
    </button>
  );
}
