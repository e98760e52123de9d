import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import css from './CheckBox.module.css';

interface CheckBoxProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  error?: ReactNode;
  name?: string;
}

/** A box to tick, with its words as part of the target. */
export function CheckBox({ children, checked, onChange, disabled = false, error, name }: CheckBoxProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '';
  return (
    <div>
      <label className={css['check']} aria-disabled={disabled || undefined}>
        <input
          type="checkbox"
          className={css['input']}
          checked={checked}
          name={name}
          aria-disabled={disabled || undefined}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? id : undefined}
          onChange={(event) => {
            if (!disabled) onChange(event.target.checked);
          }}
        />
        <span className={css['box']}>{checked && <Icon of={Check} size="note" />}</span>
        <span>{children}</span>
      </label>
      {wrong && (
        <p id={id} className={css['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  /** What it turns on, for readers where no words stand inside. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  busy?: boolean;
}

/** On or off at once, without a button to confirm. */
export function Switch({ label, checked, onChange, disabled = false, busy = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={css['switch']}
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={disabled || busy || undefined}
      onClick={() => {
        if (!disabled && !busy) onChange(!checked);
      }}
    >
      <span className={css['knob']} />
    </button>
  );
}
