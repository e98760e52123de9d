import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, ClipboardPaste } from 'lucide-react';
import { typedAs } from '#protocol/core/text/typed-text.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import line from '#app/ui/lists/IconLine.module.css';
import { toast } from '#app/ui/overlays/toast.ts';
import { fieldLabels } from '../application-labels.ts';
import css from '../listing.module.css';
import { SupplyPicture } from '../supply-picture.tsx';
import { longest } from '../steps.ts';
import { CoinLine } from './coin-line.tsx';
import type { StepFields } from './use-step.ts';

/** Digits behind the point that a supply may have. */
const places = 8;

/** With a longer symbol in their labels, two fields do not fit beside each other on a small phone. */
const shortSymbol = 6;

/** The second step: how many coins there are and where, in one bar, and the contract that says so. */
export function SupplyStep({ fields: { draft, field, isRight } }: { fields: StepFields }) {
  const { t, i18n } = useLingui();
  const { symbol } = draft;
  const amountLabel = (name: 'issuance' | 'circulation' | 'holdings') => `${i18n._(fieldLabels[name])} (${symbol})`;
  const contract = field('contract', (typed) => typedAs('address', typed));
  const paste = async () => {
    try {
      contract.onChange(await navigator.clipboard.readText());
    } catch {
      // The browser keeps the clipboard to itself.
      toast.show({ type: 'info', title: t`Paste it into the field manually` });
    }
  };
  return (
    <>
      <CoinLine draft={draft} />
      <NumberField label={amountLabel('issuance')} places={places} {...field('issuance')} />
      <div className={css['two']} data-long={symbol.length > shortSymbol || undefined}>
        <NumberField label={amountLabel('circulation')} places={places} {...field('circulation')} />
        <NumberField label={amountLabel('holdings')} places={places} {...field('holdings')} />
      </div>
      <SupplyPicture supply={draft} />
      <TextField
        kind="address"
        label={i18n._(fieldLabels.contract)}
        rows={2}
        limit={100}
        autoCapitalize="none"
        required
        trailing={
          <IconButton icon={ClipboardPaste} label={t`Paste the contract address`} onClick={() => void paste()} />
        }
        {...(isRight('contract')
          ? {
              hint: (
                <span className={line['line']}>
                  <Icon of={CircleCheck} size="inline" />
                  <span>
                    <AddressText address={draft.contract} short />{' '}
                    <Trans>The form is right. We read the contract in review.</Trans>
                  </span>
                </span>
              ),
            }
          : {})}
        {...contract}
      />
      <TextField
        kind="text"
        label={i18n._(fieldLabels.exchanges)}
        placeholder={t`None, or names with commas`}
        limit={longest('exchanges')}
        trailing={<span className={css['aside']}>{t`Optional`}</span>}
        wraps
        {...field('exchanges')}
      />
    </>
  );
}
