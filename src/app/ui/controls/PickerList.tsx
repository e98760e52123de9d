import { useLingui } from '@lingui/react/macro';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { normalized } from '../normalized.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { Icon } from '../icons.tsx';
import { moveInGroup, radioProps } from './roving.ts';
import { SearchField } from './SearchField.tsx';
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
