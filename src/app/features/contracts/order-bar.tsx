import { Trans, useLingui } from '@lingui/react/macro';
import { moneyOf, priceOfTicks } from '../../../contract/contract-maths.ts';
import type { ListedContract } from '../../../contract/entities/contract.ts';
import { formatNumber } from '../../platform/number-format.ts';
import { Button } from '../../ui/Button.tsx';
import { LiveRegion } from '../../ui/VisuallyHidden.tsx';
import { HeldBanner } from '../outcomes/held-outcome.tsx';
import { moneyPlaces, priceText, problemWords } from './contract-words.ts';
import { useEstimate } from './cost-facts.tsx';
import { sumsFor } from './glance.ts';
import type { OpeningDraft } from './opening-check.ts';
import css from './order-bar.module.css';
import type { OrderDesk } from './order-desk.ts';

/** The action of the form, with what it costs and where it ends: stays at the lower edge as long as the form is in view. */
export function OrderBar({ desk }: { desk: OrderDesk }) {
  const { t } = useLingui();
  const { contract, draft, problems, possible } = desk;
  const long = draft.side === 'long';
  const label = long ? t`Open long` : t`Open short`;
  return (
    <div className={css['bar']}>
      <Sums contract={contract} draft={draft} />
      {desk.step === null && <HeldBanner held={desk.opening.held} />}
      <Button
        kind={long ? 'buy' : 'sell'}
        busy={desk.step === null && desk.opening.held !== null}
        disabled={!possible.possible}
        disabledReason={possible.reason}
        onClick={desk.submit}
      >
        {desk.practice ? <Trans>{label} (practice)</Trans> : label}
      </Button>
      <LiveRegion urgent>
        {desk.form.fields.tried
          ? problems.map((problem) => problemWords(contract, draft.side, problem)).join(' ')
          : null}
      </LiveRegion>
    </div>
  );
}

/** Margin, cost with the fee, and the liquidation price, as the market runs. */
function Sums({ contract, draft }: { contract: ListedContract; draft: OpeningDraft }) {
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint) => about + formatNumber(moneyOf(units), { decimals: moneyPlaces });
  const end = estimate?.liquidation ?? null;
  const endText = end === null ? t`None` : about + priceText(contract, priceOfTicks(sumsFor(contract), end));
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
