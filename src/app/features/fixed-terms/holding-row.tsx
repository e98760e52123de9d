import { useLingui } from '@lingui/react/macro';
import type { FixedHolding } from '../../../protocol/fixed-terms/entities.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { useServerNow } from '../../platform/stream/stream-hooks.ts';
import { Badge } from '../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../ui/lists/ListRow.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import css from './fixed-terms.module.css';
import { standingOf } from './growth.ts';
import { cycleLabels, stateLabels } from './labels.ts';
import { lengthText } from './length-text.ts';

/** An own fixed term: its state, what was put in, and its interest so far or in the end. */
export function HoldingRow({ holding, onOpen }: { readonly holding: FixedHolding; readonly onOpen: () => void }) {
  const { i18n } = useLingui();
  const amountOf = useAmountText();
  const now = useServerNow();
  const { asset, cycle, state, principal } = holding;
  const interest = state === 'not-earned' ? standingOf(holding, now).interest : holding.interest;
  const text = amountOf(interest, asset, false);
  const isGain = /[1-9]/.test(text);
  const { name, tone } = stateLabels[state];
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={`${i18n._(cycleLabels[cycle])} · ${lengthText(holding)}`}
      sub={
        <>
          <Badge tone={tone}>{i18n._(name)}</Badge> <StateText holding={holding} now={now} />
        </>
      }
      value={<OwnAmount>{amountOf(principal, asset)}</OwnAmount>}
      valueSub={<OwnAmount>{isGain ? <span className={css['gain']}>+{text}</span> : text}</OwnAmount>}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  );
}

function StateText({ holding, now }: { readonly holding: FixedHolding; readonly now: number }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const due = formatTime(holding.endsAt, 'dayTime');
  const closed = formatTime(holding.closedAt ?? holding.endsAt, 'dayTime');
  const day = standingOf(holding, now).day;
  switch (holding.state) {
    case 'not-earned':
      return holding.renews ? t`due ${due}, then renews` : t`due ${due}, day ${day}`;
    case 'earned':
      return t`paid ${closed}`;
    case 'earned-in-advance':
      return t`day ${holding.day}, cost ${amountOf(holding.cost, holding.asset, false)}`;
    case 'revoked':
      return t`all returned ${closed}`;
  }
}
