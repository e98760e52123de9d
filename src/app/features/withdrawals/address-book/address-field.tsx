import { Trans, useLingui } from '@lingui/react/macro';
import { BookUser } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressMaxLength } from '#protocol/core/limits.ts';
import { Chip } from '#app/ui/controls/Chips.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { PasteOrScan } from './paste-or-scan.tsx';

interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
  error: ReactNode;
  hint?: ReactNode;
  onBlur?: () => void;
  /** Opens the address book; without it there is no such choice. */
  onBook?: () => void;
}

/** An address to pay to: typed, pasted, scanned, or out of the book. */
export function AddressField({ value, onChange, error, hint, onBlur, onBook }: AddressFieldProps) {
  const { t } = useLingui();
  return (
    <div>
      <TextField
        kind="address"
        label={t`Address`}
        value={value}
        rows={2}
        limit={addressMaxLength}
        autoCapitalize="none"
        required
        error={error}
        hint={hint}
        onChange={onChange}
        {...(onBlur === undefined ? {} : { onBlur })}
      />
      <PasteOrScan
        label={t`Ways to enter the address`}
        find={async (text) => (await import('./scanned-address.ts')).addressInText(text)}
        onFound={onChange}
        notPasted={t`The clipboard contains no address`}
      >
        {onBook !== undefined && (
          <Chip aria-haspopup="dialog" onClick={onBook}>
            <Icon of={BookUser} size="inline" />
            <Trans>Address book</Trans>
          </Chip>
        )}
      </PasteOrScan>
    </div>
  );
}
