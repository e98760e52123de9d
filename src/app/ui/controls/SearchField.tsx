import { useLingui } from '@lingui/react/macro';
import { CircleX, Search } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { Icon } from '../icons.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface SearchFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'limit' | 'onEnter' | 'ref'> {
  /** What is searched: read out, and shown while nothing is typed. */
  label: string;
  /** Offers to empty the field while something is in it. */
  onClear?: () => void;
}

/** A line to search with. */
export function SearchField({ label, value, onClear, ...field }: SearchFieldProps) {
  const { t } = useLingui();
  const canClear = onClear !== undefined && value !== '';
  return (
    <TextField
      {...field}
      kind="search"
      label={label}
      hideLabel
      placeholder={label}
      type="search"
      enterKeyHint="search"
      value={value}
      leading={<Icon of={Search} size="row" />}
      trailing={canClear && <IconButton icon={CircleX} size="row" tone="quiet" label={t`Clear`} onClick={onClear} />}
    />
  );
}
