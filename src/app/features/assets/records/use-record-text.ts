import { useLingui } from '@lingui/react/macro';
import type { WalletRecord } from '#protocol/wallets/entities/wallet.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { partNames, walletLabels } from '../wallet-labels.ts';
import { factsOf } from './record-facts.ts';
import { kindLabels, stateLabel } from './record-labels.ts';

/** A record in the user's language. */
interface RecordText {
  /** As in `Transfer Spot → Options`. */
  readonly title: string;
  readonly amount: string;
  /** What stands below the amount: its state, the other amount, or where it is. */
  readonly note: string | null;
  /** The note is an amount, hidden with the others. */
  readonly noteIsAmount: boolean;
}

/** Words what a record comes to, for its row and the title of its sheet. */
export function useRecordText(): (record: WalletRecord) => RecordText {
  const { i18n } = useLingui();
  const walletName = (wallet: WalletRecord['entries'][number]['wallet']) => i18n._(walletLabels[wallet].name);
  const signed = (amount: string, asset: string) => `${formatNumber(amount, { sign: 'always' })} ${asset}`;
  return (record) => {
    const name = i18n._(kindLabels[record.kind].name);
    const state = record.state === null ? null : i18n._(stateLabel(record.kind, record.state));
    const facts = factsOf(record);
    const text = (title: string, amount: string, note: string | null, noteIsAmount = false): RecordText => ({
      title,
      amount,
      note: state ?? note,
      noteIsAmount: noteIsAmount && state === null,
    });
    switch (facts.is) {
      case 'moved': {
        const ways = `${walletName(facts.from)} → ${walletName(facts.to)}`;
        return text(`${name} ${ways}`, `${formatNumber(facts.amount)} ${facts.asset}`, null);
      }
      case 'exchanged': {
        const { gave, got } = facts;
        const title = `${name} ${gave.asset} → ${got.asset}`;
        return text(title, signed(got.amount, got.asset), signed(gave.amount, gave.asset), true);
      }
      case 'held':
        return text(name, `${formatNumber(facts.amount)} ${facts.asset}`, i18n._(partNames[facts.part]));
      case 'changed': {
        const [first, second] = facts.changes;
        const amount = first === undefined ? '' : signed(first.amount, first.asset);
        if (second !== undefined) return text(name, amount, signed(second.amount, second.asset), true);
        return text(name, amount, first === undefined ? null : walletName(first.wallet));
      }
      case 'nothing':
        return text(name, '', null);
    }
  };
}
