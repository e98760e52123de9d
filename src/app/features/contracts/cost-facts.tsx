import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import { moneyOf, priceOfTicks } from '../../../contract/contract-maths.ts';
import type { ContractView, ListedContract } from '../../../contract/entities/contract.ts';
import { formatNumber } from '../../platform/number-format.ts';
import { Icon } from '../../ui/icons.tsx';
import formCss from '../trade/order-form.module.css';
import { baseText, moneyPlaces, priceText, rateText, settling } from './contract-words.ts';
import css from './contract-screen.module.css';
import { glanceFor, sumsFor } from './glance.ts';
import { lotsOf, type OpeningDraft, sizeOf } from './opening-check.ts';
import { type Estimate, estimateOpening } from './opening-maths.ts';
import { useContract } from './use-contract.ts';

const same = (view: ContractView) => view;

/** What a draft comes to as the market runs; null while it has no size or the market no price. */
export function useEstimate(contract: ListedContract, draft: OpeningDraft): Estimate | null {
  const view = useContract(contract.id, same);
  const sums = sumsFor(contract);
  const size = sizeOf(sums, draft);
  return view === null || size === null ? null : estimateOpening(sums, size, glanceFor(contract, view));
}

/** The transfer screen, set for USDT into the contract wallet. */
export const transferHref = '#/pages/assets/transfer?asset=USDT&from=spot';

/** Available, size, value, margin, fee and liquidation price of what stands in the form, as the market runs. */
export function CostFacts(props: { contract: ListedContract; draft: OpeningDraft; available: string | null }) {
  const { contract, draft, available } = props;
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint | undefined) =>
    units === undefined ? '–' : about + formatNumber(moneyOf(units), { decimals: moneyPlaces });
  const lots = lotsOf(draft.lots);
  const cost = estimate === null ? undefined : estimate.margin + estimate.fee;
  const end = estimate?.liquidation ?? null;
  const rows = [
    { id: 'size', name: t`Size`, value: lots === null ? '–' : baseText(contract, lots) },
    { id: 'value', name: t`Value`, value: money(estimate?.cost) },
    { id: 'margin', name: t`Margin`, value: money(estimate?.margin) },
    { id: 'fee', name: t`Fee ${rateText(contract.openFeeRate)}`, value: money(estimate?.fee) },
    { id: 'cost', name: t`Cost`, value: money(cost) },
    { id: 'maintenance', name: t`Maintenance`, value: money(estimate?.maintenance) },
  ];
  return (
    <dl className={formCss['facts']}>
      <div className={formCss['fact']}>
        <dt>
          <Trans>Available</Trans>
        </dt>
        <dd>
          {available === null ? '–' : formatNumber(available, { decimals: moneyPlaces })}
          <a
            className={formCss['more']}
            href={transferHref}
            aria-label={t`Transfer ${settling} to the contract wallet`}
          >
            <Icon of={CirclePlus} size="inline" />
          </a>
        </dd>
      </div>
      {rows.map(({ id, name, value }) => (
        <div key={id} className={formCss['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={formCss['fact']}>
        <dt>
          <Trans>Liquidation</Trans>
        </dt>
        <dd className={css['warn']}>
          {estimate === null
            ? '–'
            : end === null
              ? t`None`
              : about + priceText(contract, priceOfTicks(sumsFor(contract), end))}
        </dd>
      </div>
    </dl>
  );
}
