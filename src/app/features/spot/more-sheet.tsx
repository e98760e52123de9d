import { Trans, useLingui } from '@lingui/react/macro';
import { BookOpen, ClipboardList, Hand, Percent, Scale, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { FeeSheet } from './form/facts.tsx';
import { rateText } from './order-labels.ts';
import { changeSpotChoice, spotChoice } from './entry-choice.ts';

/** Where the trade screen leads, and how it is set. */
export function MoreSheet({ open, onClose, pair }: { open: boolean; onClose: () => void; pair: Pair }) {
  const { t } = useLingui();
  const choice = useObservable(spotChoice);
  const [fees, setFees] = useState(false);
  const hasContracts = useFeature('contracts');
  return (
    <>
      <Sheet open={open} onClose={onClose} title={<Trans>More</Trans>} flush>
        <ListRow
          leading={<IconTile icon={ClipboardList} />}
          title={<Trans>Orders</Trans>}
          sub={<Trans>Open, completed and cancelled</Trans>}
          href="#/pages/trade/entrust"
        />
        {hasContracts && (
          <ListRow
            leading={<IconTile icon={Scale} />}
            title={<Trans>Contracts</Trans>}
            sub={<Trans>Long and short with leverage</Trans>}
            href="#/pages/lever/lever"
          />
        )}
        <ListRow
          leading={<IconTile icon={Percent} />}
          title={<Trans>Fees</Trans>}
          sub={`${rateText(pair.makerFee)} – ${rateText(pair.takerFee)}`}
          onClick={() => {
            onClose();
            setFees(true);
          }}
        />
        <ListRow
          leading={<IconTile icon={BookOpen} />}
          title={<Trans>About {pair.name}</Trans>}
          sub={<Trans>About this coin</Trans>}
          href={`#/pages/jieshao/jieshao?asset=${pair.base}`}
        />
        <ListRow
          leading={<IconTile icon={Hand} />}
          title={<Trans>Left hand</Trans>}
          sub={<Trans>The form at the right, the book at the left</Trans>}
          trailing={
            <Switch
              label={t`Left hand`}
              checked={choice.hand === 'left'}
              onChange={(left) => changeSpotChoice({ hand: left ? 'left' : 'right' })}
            />
          }
        />
        <ListRow
          leading={<IconTile icon={ShieldCheck} />}
          title={<Trans>Confirm limit orders</Trans>}
          sub={<Trans>Market orders are always confirmed</Trans>}
          trailing={
            <Switch
              label={t`Confirm limit orders`}
              checked={!choice.skipConfirm}
              onChange={(ask) => changeSpotChoice({ skipConfirm: !ask })}
            />
          }
        />
      </Sheet>
      <FeeSheet open={fees} onClose={() => setFees(false)} pair={pair} />
    </>
  );
}
