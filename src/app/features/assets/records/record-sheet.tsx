import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { LedgerEntry } from '../../../../protocol/entities/wallet.ts';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { useObservable } from '../../../platform/observable.ts';
import { formatOffset, formatTime } from '../../../platform/format/time-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { useCopy } from '../../../ui/controls/copying.ts';
import css from './record-sheet.module.css';
import { kindLabels } from './record-labels.ts';
import { partNames, walletLabels } from '../wallet-labels.ts';

/** Kinds that an order causes. */
const orderKinds: ReadonlySet<string> = new Set(['order-freeze', 'order-release', 'trade', 'fee']);

/** Everything about one ledger entry. */
export function RecordSheet({ entry, onClose }: { entry: LedgerEntry | null; onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Sheet
      open={entry !== null}
      onClose={onClose}
      title={entry === null ? t`Record` : i18n._(kindLabels[entry.kind].name)}
      footer={
        entry !== null && orderKinds.has(entry.kind) ? (
          <Button href="#/pages/trade/entrust" size="l">
            <Trans>See orders</Trans>
          </Button>
        ) : undefined
      }
    >
      {entry !== null && <RecordFacts entry={entry} />}
    </Sheet>
  );
}

function RecordFacts({ entry }: { entry: LedgerEntry }) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const time = `${formatTime(entry.at, 'date')} ${formatTime(entry.at, 'seconds')} ${formatOffset()}`;
  const items = [
    {
      key: t`Amount (${entry.asset})`,
      value: <Amount hidden={hidden}>{formatNumber(entry.amount, { sign: 'always' })}</Amount>,
    },
    { key: t`Part`, value: i18n._(partNames[entry.part]) },
    { key: t`Wallet`, value: i18n._(walletLabels[entry.wallet].name) },
    { key: t`Time`, value: time },
    { key: t`Record`, value: <Copied text={entry.id} label={t`Copy the record number`} /> },
    ...(entry.reference === null
      ? []
      : [{ key: t`Reference`, value: <Copied text={entry.reference} label={t`Copy the reference`} /> }]),
  ];
  return (
    <Card bare>
      <KeyValue roomy items={items} />
    </Card>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  const copy = useCopy();
  return (
    <span className={css['copied']}>
      <span className={css['text']}>{text}</span>
      <IconButton icon={Copy} size="inline" tone="quiet" label={label} onClick={() => copy(text)} />
    </span>
  );
}
