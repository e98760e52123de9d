import { priceOfTicks } from '../../../../protocol/maths/ticks.ts';
import { moneyOf } from '../../../../protocol/maths/contract-spec.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedContract } from '../../../../protocol/entities/contract.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from '../../outcomes/held-outcome.tsx';
import { moneyPlaces, priceText, problemLabels } from '../contract-labels.ts';
import { useEstimate } from './cost-facts.tsx';
import { specFor } from '../book/snapshot.ts';
import type { OpeningDraft } from './opening-check.ts';
import css from './order-bar.module.css';
import type { OrderEntry } from './order-entry.ts';

/** The action of the form, with what it costs and where it ends: stays at the lower edge as long as the form is in view. */
export function OrderBar({ panel }: { panel: OrderEntry }) {
  const { t } = useLingui();
  const { contract, draft, problems, possible } = panel;
  const long = draft.side === 'long';
  const label = long ? t`Open long` : t`Open short`;
  return (
    <div className={css['bar']}>
      <OrderTotals contract={contract} draft={draft} />
      {panel.step === null && <HeldBanner held={panel.opening.held} />}
      <Button
        kind={long ? 'buy' : 'sell'}
        busy={panel.step === null && panel.opening.held !== null}
        disabled={!possible.possible}
        disabledReason={possible.reason}
        onClick={panel.submit}
      >
        {panel.practice ? <Trans>{label} (practice)</Trans> : label}
      </Button>
      <LiveRegion urgent>
        {panel.form.fields.tried
          ? problems.map((problem) => problemLabels(contract, draft.side, problem)).join(' ')
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
