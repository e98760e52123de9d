import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatTime } from '../../../platform/format/time-format.ts';
import { ChipRow } from '../../../ui/controls/Chips.tsx';
import { FilterChoice } from '../../../ui/controls/FilterChoice.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { Badge, type BadgeTone } from '../../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import { coinText } from '../chain-labels.ts';
import { chainsQuery } from '../queries.ts';
import { useLiveRecords } from './live-records.ts';
import type { MovingRecord } from './record-pages.ts';
import { type Records, RecordsFrame } from './records-frame.tsx';

/** A deposit or a withdrawal. */
interface Movement<State extends string> extends MovingRecord {
  readonly amount: string;
  readonly state: State;
}

interface MovementRecordsProps<State extends string, Item extends Movement<State>> {
  title: string;
  records: Records<Item>;
  /** Root of the lists' query keys, and the part of the account topic that carries their changes. */
  root: string;
  part: 'deposits' | 'withdrawals';
  filter: { readonly asset?: string; readonly state?: State };
  onFilter: (filter: { asset?: string; state?: State }) => void;
  /** How each state is called, in the order the filter shows them. */
  labels: Readonly<Record<State, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>>;
  icon: LucideIcon;
  /** What appears here, for an empty list, and where to begin. */
  empty: ReactNode;
  action: ReactNode;
  /** How far a record on its way is; null shows its time instead. */
  progressOf: (item: Item) => string | null;
  /** The detail of the record that is open, if any. */
  renderSheet: (item: Item | null, onClose: () => void) => ReactNode;
}

/** The records of deposits or of withdrawals, as far as each is; those on their way go on while they are looked at. */
export function MovementRecords<State extends string, Item extends Movement<State>>(
  props: MovementRecordsProps<State, Item>,
) {
  const { records, filter, labels } = props;
  const { t, i18n } = useLingui();
  const chains = useQuery(chainsQuery);
  useLiveRecords(props.root, props.part);
  const [open, setOpen] = useState<string | null>(null);
  const states = Object.keys(labels) as State[];
  const assets = [...new Set(chains.data?.chains.map(({ asset }) => asset))];
  const narrow = (asset: string | undefined, state: State | undefined) =>
    props.onFilter({ ...(asset === undefined ? {} : { asset }), ...(state === undefined ? {} : { state }) });
  const opened = records.data?.pages.flatMap(({ list }) => list).find(({ id }) => id === open);
  return (
    <RecordsFrame
      title={props.title}
      records={records}
      filtered={Object.keys(filter).length > 0}
      icon={props.icon}
      empty={props.empty}
      action={props.action}
      filters={
        <ChipRow label={t`Filter records`}>
          <FilterChoice
            title={t`Coin`}
            allLabel={t`All coins`}
            value={filter.asset}
            options={assets.map((id) => ({ value: id, label: id, leading: <CoinIcon symbol={id} size={24} /> }))}
            onChange={(asset) => narrow(asset, filter.state)}
          />
          <FilterChoice
            title={t`Status`}
            allLabel={t`All statuses`}
            value={filter.state}
            options={states.map((value) => ({ value, label: i18n._(labels[value].name) }))}
            onChange={(state) => narrow(filter.asset, state)}
          />
        </ChipRow>
      }
      render={(item, hidden) => (
        <ListRow
          leading={<CoinIcon symbol={item.asset} />}
          title={item.asset}
          sub={props.progressOf(item) ?? formatTime(item.at, 'dayTime')}
          value={<Amount hidden={hidden}>{coinText(item.amount, item.asset)}</Amount>}
          valueSub={<Badge tone={labels[item.state].tone}>{i18n._(labels[item.state].name)}</Badge>}
          chevron={false}
          aria-haspopup="dialog"
          onClick={() => setOpen(item.id)}
        />
      )}
    >
      {props.renderSheet(opened ?? null, () => setOpen(null))}
    </RecordsFrame>
  );
}
