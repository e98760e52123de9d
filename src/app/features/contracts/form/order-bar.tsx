import { priceOfTicks } from '#protocol/core/ticks.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { moneyPlaces, priceText, problemLabel } from '../contract-labels.ts';
import { useEstimate } from './facts.tsx';
import { specFor } from '../book/snapshot.ts';
import type { OpeningDraft } from './check.ts';
import css from './order-bar.module.css';
import type { OrderEntry } from './entry.ts';

/** The action of the form, with what it costs and where it ends: stays at the lower edge as long as the form is in view. */
export function OrderBar({ entry }: { entry: OrderEntry }) {
  const { t } = useLingui();
  const { contract, draft, problems, possible, steps, submit } = entry;
  const long = draft.side === 'long';
  const label = long ? t`Open long` : t`Open short`;
  return (
    <div className={css['bar']}>
      <OrderTotals contract={contract} draft={draft} />
      {steps.step === null && <HeldBanner held={submit.held} />}
      <Button
        kind={long ? 'buy' : 'sell'}
        busy={steps.step === null && submit.held !== null}
        disabled={!possible.possible}
        disabledReason={possible.reason}
        onClick={entry.request}
      >
        <OneLine>{entry.practice ? <Trans>{label} (practice)</Trans> : label}</OneLine>
      </Button>
      <LiveRegion urgent>
        {entry.form.state.tried
          ? problems.map((problem) => problemLabel(contract, draft.side, problem)).join(' ')
          : null}
      </LiveRegion>
    </div>
  );
}

/** Margin, cost with the fee, and the liquidation price, as the market runs. */
function OrderTotals({ contract, draft }: { contract: ListedContract; draft: OpeningDraft }) {
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint) => about + formatNumber(moneyOf(units), { decimals: moneyPlaces });
  const end = estimate?.liquidation ?? null;
  const endText = end === null ? t`None` : about + priceText(contract, priceOfTicks(specFor(contract), end));
  return (
    <dl className={css['sums']}>
      <div>
        <dt>
          <Trans>Margin</Trans>
        </dt>
        <dd>{estimate === null ? '–' : money(estimate.margin)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Cost</Trans>
        </dt>
        <dd>{estimate === null ? '–' : money(estimate.margin + estimate.fee)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Liquidation</Trans>
        </dt>
        <dd className={css['end']}>{estimate === null ? '–' : endText}</dd>
      </div>
    </dl>
  );
}
