import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { LedgerEntry, RecordKind, WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import css from './record-sheet.module.css';
import { kindLabels, stateLabel } from './record-labels.ts';
import { partNames, walletLabels } from '../wallet-labels.ts';
import { useRecordText } from './use-record-text.ts';

/** Kinds that an order causes. */
const orderKinds: ReadonlySet<RecordKind> = new Set(['order-freeze', 'order-release', 'trade', 'fee']);

/** Everything about one record, with its ledger entries. */
export function RecordSheet({ record, onClose }: { record: WalletRecord | null; onClose: () => void }) {
  const { t } = useLingui();
  const textOf = useRecordText();
  return (
    <Sheet
      open={record !== null}
      onClose={onClose}
      title={record === null ? t`Record` : textOf(record).title}
      footer={record === null ? undefined : <Follow kind={record.kind} />}
    >
      {record !== null && (
        <>
          <Facts record={record} />
          <Entries entries={record.entries} />
        </>
      )}
    </Sheet>
  );
}

/** Leads to where the event is listed among its kind. */
function Follow({ kind }: { kind: RecordKind }) {
  if (orderKinds.has(kind)) {
    return (
      <Button href="#/pages/trade/entrust" size="l">
        <Trans>See orders</Trans>
      </Button>
    );
  }
  if (kind !== 'deposit' && kind !== 'withdrawal') return null;
  return (
    <Button href={kind === 'deposit' ? '#/pages/assets/rechargeRecord' : '#/pages/assets/withdrawalRecord'} size="l">
      {kind === 'deposit' ? <Trans>Deposit records</Trans> : <Trans>Withdrawal records</Trans>}
    </Button>
  );
}

function Facts({ record }: { record: WalletRecord }) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const text = useRecordText()(record);
  const { changes, state, at, id, kind } = record;
  const time = `${formatTime(at, 'date')} ${formatTime(at, 'seconds')} ${formatOffset()}`;
  const amounts = changes.map(({ wallet, asset, amount }) => ({
    id: `${wallet} ${asset}`,
    key: i18n._(walletLabels[wallet].name),
    value: (
      <Amount hidden={hidden}>
        {formatNumber(amount, { sign: 'always' })} {asset}
      </Amount>
    ),
  }));
  const reference = record.entries.at(-1)?.reference ?? null;
  const items = [
    ...(amounts.length > 0 ? amounts : [{ key: t`Amount`, value: <Amount hidden={hidden}>{text.amount}</Amount> }]),
    ...(state === null ? [] : [{ key: t`State`, value: i18n._(stateLabel(kind, state)) }]),
    { key: t`Time`, value: time },
    { key: t`Record`, value: <Copied text={id} label={t`Copy the record number`} /> },
    ...(reference === null
      ? []
      : [{ key: t`Reference`, value: <Copied text={reference} label={t`Copy the reference`} /> }]),
  ];
  return <FactsCard items={items} />;
}

/** The ledger entries of a record, newest first: which part of which wallet changed by how much. */
function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const items = entries.map((entry) => ({
    id: entry.id,
    key: (
      <span className={css['entry']}>
        <span>{i18n._(kindLabels[entry.kind].name)}</span>
        <span className={css['where']}>
          {i18n._(walletLabels[entry.wallet].name)} · {i18n._(partNames[entry.part])} ·{' '}
          {formatTime(entry.at, 'seconds')}
        </span>
      </span>
    ),
    value: (
      <Amount hidden={hidden}>
        {formatNumber(entry.amount, { sign: 'always' })} {entry.asset}
      </Amount>
    ),
  }));
  return (
    <section aria-label={t`Ledger entries`}>
      <h3 className={css['heading']}>
        <Trans>Ledger entries</Trans>
      </h3>
      <FactsCard items={items} />
    </section>
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
