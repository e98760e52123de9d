import { profitAt } from '../../../../protocol/maths/positions.ts';
import { priceOfTicks, ticksOfPrice } from '../../../../protocol/maths/ticks.ts';
import { moneyOf } from '../../../../protocol/maths/contract-spec.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedContract } from '../../../../protocol/entities/contract.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { Icon } from '../../../ui/icons.tsx';
import formCss from '../../trade/form/order-form.module.css';
import css from '../contract-screen.module.css';
import {
  baseText,
  gainText,
  leverageText,
  lotsText,
  moneyText,
  nameOf,
  priceText,
  rateText,
  settling,
} from '../contract-labels.ts';
import { useEstimate } from './cost-facts.tsx';
import { specFor } from '../book/snapshot.ts';
import type { OpeningDraft } from './opening-check.ts';
import type { Estimate } from './opening-maths.ts';

export interface OpeningConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
  readonly draft: OpeningDraft;
  readonly practice: boolean;
  readonly busy: boolean;
  readonly possible: boolean;
  readonly reason: ReactNode;
  /** Why it was refused; stands above the button. */
  readonly failure: ReactNode;
  readonly onSend: () => void;
}

/** Everything that an order means, before it is sent. */
export function OpeningConfirm(props: OpeningConfirmProps) {
  const { open, onClose, contract, draft, practice, busy, possible, reason, failure, onSend } = props;
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const name = nameOf(contract);
  const leverage = leverageText(draft.leverage);
  const long = draft.side === 'long';
  const cost = estimate === null ? '–' : moneyText(moneyOf(estimate.margin + estimate.fee));
  const lots = lotsText(Number(draft.lots));
  const what =
    draft.type === 'limit'
      ? long
        ? t`Limit long on ${name}, isolated ${leverage}`
        : t`Limit short on ${name}, isolated ${leverage}`
      : long
        ? t`Market long on ${name}, isolated ${leverage}`
        : t`Market short on ${name}, isolated ${leverage}`;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={long ? t`Confirm long` : t`Confirm short`}
      footer={
        <>
          {failure}
          <Button
            kind={long ? 'buy' : 'sell'}
            size="l"
            busy={busy}
            busyLabel={t`Sending…`}
            disabled={!possible}
            disabledReason={reason}
            detail={practice ? t`for ${cost} (practice)` : t`for ${cost}`}
            onClick={onSend}
          >
            {long ? <Trans>Open long, {lots}</Trans> : <Trans>Open short, {lots}</Trans>}
          </Button>
        </>
      }
    >
      <div className={formCss['headline']}>
        <CoinIcon symbol={contract.base} size={44} />
        <div>
          <p className={formCss['quantity']}>{baseText(contract, Number(draft.lots))}</p>
          <p className={formCss['what']}>{what}</p>
        </div>
      </div>
      <Facts contract={contract} draft={draft} estimate={estimate} />
      {estimate?.complete === false ? (
        <div className={formCss['warned']}>
          <Banner tone="warn" inset>
            <Trans>The book seen here does not hold all lots. What finds no offer is not opened.</Trans>
          </Banner>
        </div>
      ) : (
        <p className={formCss['advice']}>
          <Icon of={Info} size="inline" />
          <span>
            {draft.type === 'limit' ? (
              <Trans>
                Your order stays open until it fills at your price or better. Its cost is frozen until then.
              </Trans>
            ) : (
              <Trans>Worked out from the book as it is now. The final price can differ.</Trans>
            )}
          </span>
        </p>
      )}
    </Sheet>
  );
}

function Facts({
  contract,
  draft,
  estimate,
}: {
  contract: ListedContract;
  draft: OpeningDraft;
  estimate: Estimate | null;
}) {
  const { t } = useLingui();
  const spec = specFor(contract);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint | undefined) => (units === undefined ? '–' : `${about}${moneyText(moneyOf(units))}`);
  const end = estimate?.liquidation ?? null;
  const outcome = (price: string) => {
    const ticks = ticksOfPrice(spec, price);
    if (ticks === null || estimate === null) return priceText(contract, price);
    const stake = { side: draft.side, lots: Number(draft.lots), cost: estimate.cost };
    return `${priceText(contract, price)} (${gainText(moneyOf(profitAt(spec, stake, ticks)))})`;
  };
  const overnight = rateText(contract.overnightFeeRate);
  return (
    <div className={formCss['card']}>
      <KeyValue
        roomy
        items={[
          draft.type === 'limit'
            ? { key: t`Price`, value: `${priceText(contract, draft.price)} ${settling}` }
            : {
                key: t`Expected average price`,
                value:
                  estimate === null ? '–' : `≈ ${priceText(contract, priceOfTicks(spec, estimate.ticks))} ${settling}`,
              },
          { key: t`Value`, value: money(estimate?.cost) },
          { key: t`Margin`, value: money(estimate?.margin) },
          { key: t`Opening fee (${rateText(contract.openFeeRate)})`, value: money(estimate?.fee) },
          {
            key: t`Liquidation price`,
            value: (
              <span className={css['warn']}>
                {estimate === null
                  ? '–'
                  : end === null
                    ? t`None`
                    : about + priceText(contract, priceOfTicks(spec, end))}
              </span>
            ),
          },
          { key: t`Maintenance margin`, value: money(estimate?.maintenance) },
          { key: t`Take-profit`, value: outcome(draft.takeProfit) },
          { key: t`Stop-loss`, value: outcome(draft.stopLoss) },
          { key: t`Overnight fee`, value: t`${overnight} of the value at 00:00 UTC` },
        ]}
      />
    </div>
  );
}
