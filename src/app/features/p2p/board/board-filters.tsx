import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type FiatCurrencyCode, fiatCurrencies, paymentMethods } from '#protocol/p2p/currencies.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { FilterChoice } from '#app/ui/controls/FilterChoice.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { methodNames } from '../parts/p2p-labels.ts';
import { formatFiat } from '../parts/fiat-money.ts';
import type { BoardFilter, BoardSearch } from './board-search.ts';

export interface BoardFiltersProps {
  readonly filter: BoardFilter;
  /** Changes parts of the search; an undefined one is left out. */
  readonly onChange: (parts: { readonly [Part in keyof BoardSearch]?: BoardSearch[Part] | undefined }) => void;
}

/** Narrows the board by amount, method, who is online, and by what is open to the reader. */
export function BoardFilters({ filter, onChange }: BoardFiltersProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const { amount, currency, method, online, qualified } = filter;
  return (
    <ChipRow label={t`Filter adverts`}>
      <Chip {...(amount === undefined ? {} : { pressed: true })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {amount === undefined ? t({ message: 'Amount', context: 'fiat order' }) : formatFiat(amount, currency)}
        <Icon of={ChevronDown} size="note" />
      </Chip>
      <FilterChoice
        title={t`Payment method`}
        allLabel={t`All methods`}
        value={method}
        options={paymentMethods.map((value) => ({ value, label: i18n._(methodNames[value]) }))}
        onChange={(next) => onChange({ method: next })}
      />
      <Chip
        pressed={online !== undefined}
        onClick={() => onChange({ online: online === undefined ? 'true' : undefined })}
      >
        <Trans>Online now</Trans>
      </Chip>
      <Chip
        pressed={qualified !== undefined}
        onClick={() => onChange({ qualified: qualified === undefined ? 'true' : undefined })}
      >
        <Trans>Open to me</Trans>
      </Chip>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Amount of one order`}>
        <AmountChoice
          currency={currency}
          amount={amount ?? ''}
          onChange={(next) => {
            setOpen(false);
            onChange({ amount: next });
          }}
        />
      </Sheet>
    </ChipRow>
  );
}

interface AmountChoiceProps {
  readonly currency: FiatCurrencyCode;
  readonly amount: string;
  readonly onChange: (amount: string | undefined) => void;
}

function AmountChoice({ currency, amount, onChange }: AmountChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(amount);
  const isAmount = /[1-9]/.test(typed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onChange(isAmount ? typed : undefined);
      }}
    >
      <Stack gap={3} inset>
        <NumberField
          label={t`Amount (${currency})`}
          value={typed}
          places={fiatCurrencies[currency].decimals}
          hint={t`Only adverts that take an order of this amount are shown.`}
          onChange={setTyped}
        />
        <SubmitButton>
          {isAmount || amount === '' ? <Trans>Show adverts</Trans> : <Trans>Any amount</Trans>}
        </SubmitButton>
        {amount !== '' && isAmount && (
          <Button kind="text" onClick={() => onChange(undefined)}>
            <Trans>Any amount</Trans>
          </Button>
        )}
      </Stack>
    </form>
  );
}
