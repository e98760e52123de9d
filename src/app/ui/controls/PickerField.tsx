import { ChevronDown } from 'lucide-react';
import { createElement, useEffect, useId, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons.tsx';
import type { PickerList, PickerOption } from './PickerList.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import css from './PickerField.module.css';

interface PickerFieldProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly PickerOption<Value>[];
  onChange: (value: Value) => void;
  placeholder?: string;
  /** The label is for readers alone. */
  hideLabel?: boolean;
  sheetTitle?: ReactNode;
  /** A search field above the options. Default: past 10 options. */
  searchable?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabledReason?: ReactNode;
}

type List = typeof PickerList;

/** The options, whose code comes behind that of the field; null until it does. @param open asks again if it did not */
function usePickerList(open: boolean): List | null {
  const [list, setList] = useState<List | null>(null);
  useEffect(() => {
    if (list !== null && !open) return undefined;
    let isOver = false;
    import('./PickerList.tsx').then(
      (part) => (isOver ? undefined : setList(() => part.PickerList)),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [list, open]);
  return list;
}

/** A field that opens a sheet to choose one of many. */
export function PickerField<Value extends string>(props: PickerFieldProps<Value>) {
  const { label, value, options, onChange, hideLabel = false, error, hint, disabledReason } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const Options = usePickerList(open);
  const chosen = options.find((option) => option.value === value);
  const line = disabledReason ?? error ?? hint;
  const shown = chosen?.label ?? props.placeholder ?? '';
  return (
    <div className={css['field']}>
      <button
        type="button"
        className={classNames(css['box'], error !== undefined && css['wrong'])}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-describedby={line === undefined ? undefined : id}
        aria-disabled={disabledReason !== undefined || undefined}
        onClick={() => setOpen(disabledReason === undefined)}
      >
        {chosen?.leading}
        <span className={css['middle']}>
          {hideLabel ? <VisuallyHidden>{label} </VisuallyHidden> : <span className={css['label']}>{label} </span>}
          <span className={chosen ? css['value'] : css['placeholder']}>{shown}</span>
        </span>
        <Icon of={ChevronDown} size="inline" className={css['arrow']} />
      </button>
      {line !== undefined && (
        <p id={id} className={error !== undefined && disabledReason === undefined ? css['error'] : css['hint']}>
          {line}
        </p>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={props.sheetTitle ?? label} flush>
        {Options === null ? (
          <div className={css['coming']} aria-busy />
        ) : (
          createElement(Options<Value>, {
            label,
            value,
            options,
            ...(props.searchable === undefined ? {} : { searchable: props.searchable }),
            onChange: (next) => {
              setOpen(false);
              if (next !== value) onChange(next);
            },
          })
        )}
      </Sheet>
    </div>
  );
}
