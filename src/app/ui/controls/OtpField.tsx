import { useId, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { describedBy, FieldLine } from './Field.tsx';
import { LiveRegion } from '../layout/VisuallyHidden.tsx';
import { useRefusalText, useTextEditing } from './text-editing.ts';
import css from './OtpField.module.css';

interface OtpFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** When all digits are there; once per filling. */
  onComplete?: (code: string) => void;
  length?: number;
  error?: ReactNode;
  hint?: ReactNode;
  /** The digits are not to be seen: a trade PIN. */
  hidden?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
}

/**
 * A code of a few digits. One real field lies over the drawn boxes, so that pasting, the phone's suggestion from the
 * message and readers work as in any field. A code is found in whatever it is pasted with.
 */
export function OtpField(props: OtpFieldProps) {
  const { label, value, onChange, onComplete, length = 6, hint, hidden = false, disabled = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const change = (digits: string) => {
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  const editing = useTextEditing({
    value,
    onChange: change,
    enter: (entry, before, next) => entry.enterDigits(before, next, length),
  });
  const refusal = useRefusalText(editing.fault, length);
  const error = refusal ?? props.error;
  const line = describedBy(id, error, hint);
  const wrong = line?.endsWith('-error') === true;
  return (
    <div>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(css['boxes'], wrong && css['wrong'])}>
        <input
          ref={input}
          id={id}
          className={css['input']}
          type={hidden ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={hidden ? 'off' : 'one-time-code'}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of its own step
          autoFocus={props.autoFocus}
          value={editing.text}
          readOnly={disabled}
          aria-invalid={wrong || undefined}
          aria-describedby={line}
          aria-disabled={disabled || undefined}
          onChange={editing.edit}
          onCompositionStart={editing.beginComposing}
          onCompositionEnd={editing.endComposing}
          onSelect={() => {
            if (editing.text === value) input.current?.setSelectionRange(value.length, value.length);
          }}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={css['box']}
            data-next={index === Math.min(value.length, length - 1) || undefined}
            aria-hidden
          >
            {hidden && value[index] !== undefined ? '•' : value[index]}
          </span>
        ))}
      </div>
      <LiveRegion>{refusal}</LiveRegion>
      <FieldLine id={line} error={error} hint={hint} />
    </div>
  );
}
