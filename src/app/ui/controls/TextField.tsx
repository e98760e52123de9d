import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from 'react';
import { fieldAria, type CommonFieldProps, FieldFrame, fieldControlClass, frameOf } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export interface TextFieldProps extends CommonFieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
  placeholder?: string;
  leading?: ReactNode;
  trailing?: ReactNode;
  name?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'search' | 'url';
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send';
  autoCapitalize?: 'none' | 'words' | 'characters' | 'sentences';
  maxLength?: number;
  required?: boolean;
  readOnly?: boolean;
  /** More than one line: how many are seen. */
  rows?: number;
  spellCheck?: boolean;
  /** What trails goes below where it leaves no room for the label. */
  wraps?: boolean;
  onBlur?: () => void;
  onFocus?: () => void;
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** A line of text, an address, a password with an eye to see it, or with `rows` a few lines. */
export function TextField(props: TextFieldProps) {
  const { t } = useLingui();
  const { value, onChange, type = 'text', error, hint, rows, ref, disabled = false } = props;
  const id = useId();
  const [seen, setSeen] = useState(false);
  const control = {
    id,
    value,
    className: fieldControlClass,
    name: props.name,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: props.autoCapitalize ?? (type === 'text' ? undefined : 'none'),
    inputMode: props.inputMode,
    enterKeyHint: props.enterKeyHint,
    maxLength: props.maxLength,
    readOnly: props.readOnly === true || disabled,
    spellCheck: props.spellCheck ?? false,
    ...fieldAria(id, error, hint),
    'aria-required': props.required,
    'aria-disabled': disabled || undefined,
    onBlur: props.onBlur,
    onFocus: props.onFocus,
  } as const;
  const reveal = type === 'password' && (
    <IconButton
      icon={seen ? EyeOff : Eye}
      size="row"
      tone="quiet"
      label={seen ? t`Hide password` : t`Show password`}
      onClick={() => setSeen(!seen)}
    />
  );
  return (
    <FieldFrame
      {...frameOf(id, props)}
      leading={props.leading}
      wraps={props.wraps ?? false}
      trailing={
        <>
          {props.trailing}
          {reveal}
        </>
      }
    >
      {rows === undefined ? (
        <input
          {...control}
          ref={ref}
          type={type === 'password' && seen ? 'text' : type}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.();
          }}
        />
      ) : (
        <textarea {...control} ref={ref} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
    </FieldFrame>
  );
}
