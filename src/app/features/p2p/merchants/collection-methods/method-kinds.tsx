import { useLingui } from '@lingui/react/macro';
import { paymentMethods } from '#protocol/p2p/currencies.ts';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { methodIcons } from './method-icons.ts';
import { addMethodHref } from './method-hrefs.ts';

/** The four kinds of accounts, each leading to its form. @param to the page to go on to after adding */
export function MethodKinds({ to }: { to: string | undefined }) {
  const { t, i18n } = useLingui();
  return (
    <ul aria-label={t`Kinds of accounts`}>
      {paymentMethods.map((method) => (
        <li key={method}>
          <ListRow
            leading={<IconTile icon={methodIcons[method]} tone="accent" />}
            title={i18n._(methodNames[method])}
            href={addMethodHref(method, to)}
          />
        </li>
      ))}
    </ul>
  );
}
