import type { I18n } from '@lingui/core';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { AddressText } from '#app/ui/lists/AddressText.tsx';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { WebAddress } from '#app/ui/lists/WebAddress.tsx';
import { fieldLabels } from './application-labels.ts';
import type { ListingField, ListingFields } from './draft.ts';

const links: ReadonlySet<ListingField> = new Set(['site', 'explorer', 'whitepaper']);
const amounts: ReadonlySet<ListingField> = new Set(['issuance', 'circulation', 'holdings']);

/** What was entered in some fields, to be read. */
export function applicationFacts(
  texts: ListingFields,
  fields: readonly ListingField[],
  i18n: I18n,
): readonly KeyValueItem[] {
  return fields.map((id) => ({
    id,
    key: i18n._(fieldLabels[id]),
    value:
      texts[id].trim() === '' ? (
        '–'
      ) : id === 'contract' ? (
        <AddressText address={texts[id]} />
      ) : amounts.has(id) ? (
        `${formatNumber(texts[id])} ${texts.symbol}`
      ) : links.has(id) ? (
        <WebAddress address={texts[id]} />
      ) : (
        texts[id]
      ),
  }));
}
