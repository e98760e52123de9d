import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { coinDocumentsMax } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { WebAddress } from '#app/ui/lists/WebAddress.tsx';
import { PhotoField } from '#app/features/identity/photo-field.tsx';
import { fieldLabels } from '../application-labels.ts';
import css from '../listing.module.css';
import { CoinLine } from './coin-line.tsx';
import type { Documents } from './use-documents.ts';
import type { StepFields } from './use-step.ts';

/** The fourth step: pictures of papers that say the same as the form. */
export function DocumentsStep({ fields: { draft }, documents }: { fields: StepFields; documents: Documents }) {
  const { t, i18n } = useLingui();
  const free = documents.uploads.findIndex(({ state }) => state.is === 'none');
  const count = documents.ids.length;
  return (
    <>
      <CoinLine draft={draft} />
      <p className={css['note']}>
        <Trans>
          Company registration, contract audit, proof of who holds the coins: up to {coinDocumentsMax} pictures. They
          are not kept with the draft.
        </Trans>
      </p>
      {documents.uploads.map((upload, index) =>
        upload.state.is === 'none' && index !== free ? null : (
          <PhotoField
            // oxlint-disable-next-line react/no-array-index-key -- places in a fixed order
            key={index}
            title={t`Document ${index + 1}`}
            hint={t`Optional. All text readable.`}
            icon={FileText}
            camera="environment"
            upload={upload}
            missing={false}
            removable
          />
        ),
      )}
      <section className={css['picture']}>
        <h3>
          <Trans>What the reviewer compares</Trans>
        </h3>
        <KeyValue
          roomy
          items={[
            {
              id: 'issuance',
              key: i18n._(fieldLabels.issuance),
              value: `${formatNumber(draft.issuance)} ${draft.symbol}`,
            },
            { id: 'site', key: i18n._(fieldLabels.site), value: <WebAddress address={draft.site} /> },
            {
              id: 'documents',
              key: t`Documents`,
              value: <Plural value={count} _0="None" one="# picture" other="# pictures" />,
            },
          ]}
        />
        <p className={css['note']}>
          <Trans>Only the reviewer sees the pictures. Location and time are removed from them.</Trans>
        </p>
      </section>
    </>
  );
}
