import { Trans, useLingui } from '@lingui/react/macro';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { profitAt } from '#protocol/contracts/maths/positions.ts';
import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { Advice } from '#app/features/order-entry/advice.tsx';
import { FactsCard } from '#app/features/order-entry/facts.tsx';
import type { Possible } from '../book/contract-state.tsx';
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
import { useEstimate } from './facts.tsx';
import { specFor } from '../book/snapshot.ts';
import type { OpeningDraft } from './check.ts';
import { ContractFailure } from './failure.tsx';
import type { OpeningSubmit } from './submit.ts';
import type { Estimate } from './maths.ts';

interface OpeningConfirmProps {
  readonly onClose: () => void;
  readonly contract: ListedContract;
  readonly draft: OpeningDraft;
  readonly practice: boolean;
  readonly submit: OpeningSubmit;
  readonly possible: Possible;
}

/** Everything that an order means, before it is sent. */
export function OpeningConfirm(props: OpeningConfirmProps) {
  const { onClose, contract, draft, practice, submit, possible } = props;
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const long = draft.side === 'long';
  const cost = estimate === null ? '–' : moneyText(moneyOf(estimate.margin + estimate.fee));
  const lots = lotsText(Number(draft.lots));
  return (
    <ConfirmSheet
      open
      onClose={onClose}
      title={long ? t`Confirm long` : t`Confirm short`}
      failure={<ContractFailure error={submit.error} held={submit.held} />}
      send={{
        kind: long ? 'buy' : 'sell',
        busy: submit.busy,
        disabled: !possible.possible,
        disabledReason: possible.reason,
        detail: practice ? t`for ${cost} (practice)` : t`for ${cost}`,
        label: long ? <Trans>Open long, {lots}</Trans> : <Trans>Open short, {lots}</Trans>,
      }}
      onSend={() => submit.send(draft)}
    >
      <Headline leading={<CoinIcon symbol={contract.base} size={44} />} amount={baseText(contract, Number(draft.lots))}>
        <OrderName contract={contract} draft={draft} />
      </Headline>
      <Facts contract={contract} draft={draft} estimate={estimate} />
      <OpeningAdvice draft={draft} estimate={estimate} />
    </ConfirmSheet>
  );
}

function OrderName({ contract, draft }: { contract: ListedContract; draft: OpeningDraft }) {
  const name = nameOf(contract);
  const leverage = leverageText(draft.leverage);
  const names = {
    limit: {
      long: (
        <Trans>
          Limit long on {name}, isolated {leverage}
        </Trans>
      ),
      short: (
        <Trans>
          Limit short on {name}, isolated {leverage}
        </Trans>
      ),
    },
    market: {
      long: (
        <Trans>
          Market long on {name}, isolated {leverage}
        </Trans>
      ),
      short: (
        <Trans>
          Market short on {name}, isolated {leverage}
        </Trans>
      ),
    },
  };
  return names[draft.type][draft.side];
}

function OpeningAdvice({ draft, estimate }: { draft: OpeningDraft; estimate: Estimate | null }) {
  if (estimate?.complete === false) {
    return (
      <Advice warn>
        <Trans>The visible order book cannot fill all lots. Lots that are not filled are not opened.</Trans>
      </Advice>
    );
  }
  return (
    <Advice>
      {draft.type === 'limit' ? (
        <Trans>Your order stays open until it fills at your price or better. Its cost is frozen until then.</Trans>
      ) : (
        <Trans>Calculated from the current order book. The final price may differ.</Trans>
      )}
    </Advice>
  );
}

interface FactsProps {
  contract: ListedContract;
  draft: OpeningDraft;
  estimate: Estimate | null;
}

function Facts({ contract, draft, estimate }: FactsProps) {
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
    <FactsCard
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
              {estimate === null ? '–' : end === null ? t`None` : about + priceText(contract, priceOfTicks(spec, end))}
            </span>
          ),
        },
        { key: t`Maintenance margin`, value: money(estimate?.maintenance) },
        { key: t`Take-profit`, value: outcome(draft.takeProfit) },
        { key: t`Stop-loss`, value: outcome(draft.stopLoss) },
        { key: t`Overnight fee`, value: t`${overnight} of the value at 00:00 UTC` },
      ]}
    />
  );
}
