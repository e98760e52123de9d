import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { useLingui } from '@lingui/react/macro';
import type { ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { AvailableFact, EntryFact, EntryFacts } from '#app/features/order-entry/facts.tsx';
import { openTransferTo } from '#app/features/transfers/in-place.tsx';
import { baseText, moneyPlaces, rateText, settling } from '../contract-labels.ts';
import { snapshotFor, specFor } from '../book/snapshot.ts';
import { lotsOf, type OpeningDraft, sizeOf } from './check.ts';
import { type Estimate, estimateOpening } from './maths.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

const same = (view: ContractView) => view;

/** What a draft comes to as the market runs; null while it has no size or the market no price. */
export function useEstimate(contract: ListedContract, draft: OpeningDraft): Estimate | null {
  const view = useContract(contract.id, same, subscribeLater);
  const spec = specFor(contract);
  const size = sizeOf(spec, draft);
  return view === null || size === null ? null : estimateOpening(spec, size, snapshotFor(contract, view));
}

/** Available, size, value, fee and maintenance margin of the form's order, live. */
export function OpeningFacts(props: { contract: ListedContract; draft: OpeningDraft; available: string | null }) {
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
    <EntryFacts>
      <AvailableFact
        amount={available === null ? null : formatNumber(available, { decimals: moneyPlaces })}
        unit={null}
        more={{
          onOpen: () => openTransferTo(contract.wallet),
          label:
            contract.wallet === 'gold'
              ? t`Transfer ${settling} to the gold wallet`
              : t`Transfer ${settling} to the contract wallet`,
        }}
      />
      {rows.map(({ id, name, value }) => (
        <EntryFact key={id} name={name}>
          {value}
        </EntryFact>
      ))}
    </EntryFacts>
  );
}
