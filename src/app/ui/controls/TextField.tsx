import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from 'react';
import { fieldAria, type CommonFieldProps, FieldFrame, fieldControlClass, frameOf } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { LiveRegion } from '../layout/VisuallyHidden.tsx';
import { useRefusalText, useTextEditing } from './text-editing.ts';
import { knownEntryRules } from './later-rules.ts';
import type { TextKind, TextRules } from './text-entry.ts';

export interface TextFieldProps extends CommonFieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password';
  placeholder?: string;
  leading?: ReactNode;
  trailing?: ReactNode;
  name?: string;
  /** Id of a `datalist` of suggestions. */
  list?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'search' | 'url';
  /** What a keeper of passwords generates, in the words of the `passwordrules` attribute. */
  passwordRules?: string;
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send';
  autoCapitalize?: 'none' | 'words' | 'characters' | 'sentences';
  /** What it holds: decides its normal form and how it is measured. */
  kind: TextKind;
  /** Most characters (digits of a code): what has more is refused with a message, never cut. */
  limit?: number;
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

/** Of a long text: from which share of its limit on the count is shown. */
const countedFrom = 0.8;

function countText(value: string, { kind, limit, isLong }: TextRules): string | undefined {
  if (!isLong || limit === undefined || value.length <= limit * countedFrom) return undefined;
  return `${knownEntryRules()?.countedLength(kind, value, isLong) ?? value.length} / ${limit}`;
}

/** A line of text, an address, a password with an eye to see it, or with `rows` a few lines. */
export function TextField(props: TextFieldProps) {
  const { t } = useLingui();
  const { value, type = 'text', rows, ref, limit, kind, disabled = false } = props;
  const id = useId();
  const rules = { kind, limit, isLong: rows !== undefined };
  const editing = useTextEditing({ ...props, enter: (entry, before, next) => entry.enterText(before, next, rules) });
  const refusal = useRefusalText(editing.fault, limit);
  const error = refusal ?? props.error;
  const hint = props.hint ?? countText(value, rules);
  const [seen, setSeen] = useState(false);
  const control = {
    id,
    value: editing.text,
    className: fieldControlClass,
    name: props.name,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: props.autoCapitalize ?? (type === 'text' ? undefined : 'none'),
    inputMode: props.inputMode,
    passwordrules: props.passwordRules,
    enterKeyHint: props.enterKeyHint,
    readOnly: props.readOnly === true || disabled,
    spellCheck: props.spellCheck ?? false,
    ...fieldAria(id, error, hint),
    'aria-required': props.required,
    'aria-disabled': disabled || undefined,
    onChange: editing.edit,
    onCompositionStart: editing.beginComposing,
    onCompositionEnd: editing.endComposing,
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
      {...frameOf(id, { ...props, error, hint })}
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
          list={props.list}
          ref={ref}
          type={type === 'password' && seen ? 'text' : type}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.();
          }}
        />
      ) : (
        <textarea {...control} ref={ref} rows={rows} />
      )}
      <LiveRegion>{refusal}</LiveRegion>
    </FieldFrame>
  );
}
