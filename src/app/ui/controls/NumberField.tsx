import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import { fieldAria, type CommonFieldProps, FieldFrame, fieldControlClass, frameOf } from './Field.tsx';
import { Icon } from '../icons.tsx';
import {
  caretBefore,
  cleanDraft,
  countBehind,
  decimalOfDraft,
  draftFromField,
  draftFromPaste,
  showDraft,
  stepValue,
} from './number-entry.ts';
import { useStillHold } from './still-press.ts';
import { type NumberSeparators, useNumberSeparators } from '../numbers/number-marks.tsx';
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

function useDraft(props: NumberFieldProps, separators: NumberSeparators) {
  const { value, onChange, places } = props;
  const [draft, setDraft] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const behind = useRef<number | null>(null);
  const shown = decimalOfDraft(draft) === value ? draft : value;
  const text = showDraft(shown, separators);

  useLayoutEffect(() => {
    if (behind.current === null || document.activeElement !== input.current) return;
    const caret = caretBefore(text, behind.current, separators);
    input.current?.setSelectionRange(caret, caret);
    behind.current = null;
  });

  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target;
    const how = event.nativeEvent instanceof InputEvent ? event.nativeEvent : null;
    let caret = field.selectionStart ?? field.value.length;
    let typed = field.value;
    let next: string;
    if (how?.inputType === 'insertText' && how.data !== null && /^[.,\u3002\u00b7]$/u.test(how.data)) {
      // Keypads show the mark of the phone's language, not of the app's: either of them is the decimal mark.
      const rest = typed.slice(0, caret - 1) + typed.slice(caret);
      if (rest.includes(separators.point) || places === 0) typed = rest;
      else typed = typed.slice(0, caret - 1) + separators.point + typed.slice(caret);
      if (typed === rest) caret -= 1;
      next = draftFromField(typed, separators, places);
    } else if (how?.inputType === 'insertFromPaste' || how?.inputType === 'insertFromDrop') {
      next = draftFromPaste(typed, separators, places);
    } else {
      next = draftFromField(typed, separators, places);
      if (how?.inputType === 'deleteContentBackward' && next === shown && caret > 0) {
        // The key took a group mark, which comes back by itself: take the digit before it.
        typed = typed.slice(0, caret - 1) + typed.slice(caret);
        caret -= 1;
        next = draftFromField(typed, separators, places);
      }
    }
    behind.current = countBehind(typed, caret, separators);
    setDraft(next);
    const decimal = decimalOfDraft(next);
    if (decimal !== value) onChange(decimal);
  };
  const step = (direction: 1 | -1) => {
    if (props.disabled === true || props.step === undefined) return;
    const { min, max } = props;
    const next = stepValue(value, direction, { step: props.step, min, max, places });
    setDraft(next);
    if (next !== value) onChange(next);
  };
  /** At leaving the field a dangling point goes. */
  const tidy = () => setDraft(cleanDraft(decimalOfDraft(shown), places));
  return { input, text, edit, step, tidy };
}

/**
 * An exact decimal: typed in the marks of the language, handed on as a decimal string, never a float. Arrow keys and
 * the steppers go to the next multiple of `step` within `min` and `max`; typing outside of them is left to `error`.
 */
export function NumberField(props: NumberFieldProps) {
  const { t } = useLingui();
  const { label, error, hint, disabled = false } = props;
  const separators = useNumberSeparators();
  const id = useId();
  const { input, text, edit, step, tidy } = useDraft(props, separators);
  const steppers = props.step !== undefined && !disabled;
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <FieldFrame
      {...frameOf(id, props)}
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
        value={text}
        name={props.name}
        placeholder={props.placeholder}
        readOnly={disabled}
        aria-disabled={disabled || undefined}
        {...fieldAria(id, error, hint)}
        onChange={edit}
        onKeyDown={keyDown}
        onFocus={props.onFocus}
        onBlur={() => {
          tidy();
          props.onBlur?.();
        }}
      />
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
