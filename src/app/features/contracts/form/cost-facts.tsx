import { moneyOf } from '../../../../protocol/maths/contract-spec.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import type { ContractView, ListedContract } from '../../../../protocol/entities/contract.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Icon } from '../../../ui/icons.tsx';
import formCss from '../../trade/form/order-form.module.css';
import { OwnAmount } from '../../trade/form/own-amount.tsx';
import { baseText, moneyPlaces, rateText, settling } from '../contract-labels.ts';
import { snapshotFor, specFor } from '../book/snapshot.ts';
import { lotsOf, type OpeningDraft, sizeOf } from './opening-check.ts';
import { type Estimate, estimateOpening } from './opening-maths.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

const same = (view: ContractView) => view;

/** What a draft comes to as the market runs; null while it has no size or the market no price. */
export function useEstimate(contract: ListedContract, draft: OpeningDraft): Estimate | null {
  const view = useContract(contract.id, same, subscribeLater);
  const spec = specFor(contract);
  const size = sizeOf(spec, draft);
  return view === null || size === null ? null : estimateOpening(spec, size, snapshotFor(contract, view));
}

/** The transfer screen, set for USDT into the wallet a contract is paid from. */
export function transferHref({ wallet }: Pick<ListedContract, 'wallet'>): string {
  return `#/pages/assets/transfer?asset=USDT&from=spot&to=${wallet}`;
}

/** Available, size, value, fee and maintenance margin of what stands in the form, as the market runs. */
export function CostFacts(props: { contract: ListedContract; draft: OpeningDraft; available: string | null }) {
  const { contract, draft, available } = props;
  const { t } = useLingui();
  const estimate = useEstimate(contract, draft);
  const about = draft.type === 'market' ? '≈ ' : '';
  const money = (units: bigint | undefined) =>
    units === undefined ? '–' : about + formatNumber(moneyOf(units), { decimals: moneyPlaces });
  const lots = lotsOf(draft.lots);
  const rows = [
    { id: 'size', name: t`Size`, value: lots === null ? '–' : baseText(contract, lots) },
    { id: 'value', name: t`Value`, value: money(estimate?.cost) },
    { id: 'fee', name: t`Fee ${rateText(contract.openFeeRate)}`, value: money(estimate?.fee) },
    { id: 'maintenance', name: t`Maintenance`, value: money(estimate?.maintenance) },
  ];
  return (
    <dl className={formCss['facts']}>
      <div className={formCss['fact']}>
        <dt>
          <Trans>Available</Trans>
        </dt>
        <dd>
          <OwnAmount>{available === null ? '–' : formatNumber(available, { decimals: moneyPlaces })}</OwnAmount>
          <a
            className={formCss['more']}
            href={transferHref(contract)}
            aria-label={
              contract.wallet === 'gold'
                ? t`Transfer ${settling} to the gold wallet`
                : t`Transfer ${settling} to the contract wallet`
            }
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
    </dl>
  );
}
