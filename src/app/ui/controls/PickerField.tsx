import { useLingui } from '@lingui/react/macro';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { normalized } from '../normalized.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { Icon } from '../icons.tsx';
import { moveInGroup, radioProps } from './roving.ts';
import { SearchField } from './SearchField.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import css from './PickerField.module.css';

export interface PickerOption<Value extends string = string> {
  value: Value;
  label: string;
  detail?: ReactNode;
  leading?: ReactNode;
  /** More words that a search finds. */
  keywords?: string;
  /** Cannot be chosen, and why. */
  disabledReason?: string | undefined;
}

export interface PickerFieldProps<Value extends string> {
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

/** The options of a picker; by itself in a sheet of one's own, or through `PickerField`. */
export function PickerList<Value extends string>(props: {
  label: string;
  value: Value | null;
  options: readonly PickerOption<Value>[];
  onChange: (value: Value) => void;
  searchable?: boolean;
}) {
  const { t } = useLingui();
  const { label, value, options, onChange, searchable = options.length > 10 } = props;
  const [query, setQuery] = useState('');
  const wanted = normalized(query.trim());
  const found = options.filter((option) =>
    normalized(`${option.label} ${option.value} ${option.keywords ?? ''}`).includes(wanted),
  );
  const stop = found.find((option) => option.value === value) ?? found[0];
  return (
    <>
      {searchable && (
        <div className={css['search']}>
          <SearchField label={t`Search`} value={query} onChange={setQuery} />
        </div>
      )}
      {found.length === 0 && <EmptyState icon={Search} title={t`Nothing found`} />}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the options */}
      <div role="radiogroup" aria-label={label} onKeyDown={focusInGroup}>
        {found.map((option) => (
          <button
            key={option.value}
            type="button"
            {...radioProps(option.value === value, option === stop)}
            className={css['option']}
            aria-disabled={option.disabledReason !== undefined || undefined}
            onClick={() => {
              if (option.disabledReason === undefined) onChange(option.value);
            }}
          >
            {option.leading}
            <span className={css['words']}>
              <span>{option.label}</span>
              {(option.disabledReason ?? option.detail) !== undefined && (
                <small>{option.disabledReason ?? option.detail}</small>
              )}
            </span>
            {option.value === value && <Icon of={Check} size="row" className={css['chosen']} />}
          </button>
        ))}
      </div>
    </>
  );
}

/** Choosing closes the sheet, so the keys only move here; Enter and the space bar choose. */
function focusInGroup(event: Parameters<typeof moveInGroup>[0]): void {
  moveInGroup(event, false);
}

/** A field that opens a sheet to choose one of many. */
export function PickerField<Value extends string>(props: PickerFieldProps<Value>) {
  const { label, value, options, onChange, hideLabel = false, error, hint, disabledReason } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
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
        <PickerList
          label={label}
          value={value}
          options={options}
          {...(props.searchable === undefined ? {} : { searchable: props.searchable })}
          onChange={(next) => {
            setOpen(false);
            if (next !== value) onChange(next);
          }}
        />
      </Sheet>
    </div>
  );
}
