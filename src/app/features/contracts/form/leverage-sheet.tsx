import { priceOfTicks } from '#protocol/core/ticks.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import formCss from '#app/features/order-entry/order-entry.module.css';
import { leverageWithin } from '../book/contract-choice.ts';
import css from '../contract-screen.module.css';
import sheetCss from '../contract-sheets.module.css';
import { baseText, leverageText, moneyText, priceText, settling } from '../contract-labels.ts';
import { snapshotFor, specFor } from '../book/snapshot.ts';
import { LeverageChips } from './leverage-chips.tsx';
import { lotsOf, type OpeningDraft, sizeOf } from './check.ts';
import { type Estimate, estimateOpening, leveragesOf } from './maths.ts';
import { useContract } from '../use-contract.ts';

/** From here on a small move takes a large part of the margin. */
const warnFrom = 20;

interface LeverageSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
  readonly draft: OpeningDraft;
  readonly onChoose: (leverage: number) => void;
}

const same = (view: ContractView) => view;

/** What a leverage means for a draft in the current market. */
interface LeverageMeaning {
  /** Leverages that the size allows. */
  readonly allowed: readonly number[];
  readonly leverage: number;
  readonly lots: number;
  readonly estimate: Estimate | null;
}

function useMeaning(contract: ListedContract, draft: OpeningDraft, chosen: number): LeverageMeaning {
  const spec = specFor(contract);
  const view = useContract(contract.id, same);
  const market = view === null ? null : snapshotFor(contract, view);
  const lots = lotsOf(draft.lots) ?? contract.minLots;
  const size = sizeOf(spec, { ...draft, lots: String(lots) });
  const reference = size?.ticks ?? market?.mark ?? null;
  const allowed = reference === null ? spec.leverages : leveragesOf(spec, draft.own, lotsValue(spec, reference, lots));
  const leverage = leverageWithin(chosen, allowed);
  const estimate = size === null || market === null ? null : estimateOpening(spec, { ...size, leverage }, market);
  return { allowed, leverage, lots, estimate };
}

/** Leverages that the size allows, with what each of them means. */
export function LeverageSheet({ open, onClose, contract, draft, onChoose }: LeverageSheetProps) {
  const [chosen, setChosen] = useState(draft.leverage);
  const meaning = useMeaning(contract, draft, chosen);
  const { allowed, leverage } = meaning;
  const shown = leverageText(leverage);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Leverage</Trans>}
      footer={
        <Button
          kind="primary"
          size="l"
          onClick={() => {
            onChoose(leverage);
            onClose();
          }}
        >
          <Trans>Set {shown}</Trans>
        </Button>
      }
    >
      <p className={sheetCss['chosen']} aria-live="polite">
        {shown}
      </p>
      <LeverageChips allowed={allowed} value={leverage} onChange={setChosen} />
      <LeverageFacts contract={contract} draft={draft} {...meaning} />
      {allowed.length < specFor(contract).leverages.length && (
        <p className={formCss['note']}>
          <Trans>
            The larger the total of your positions and orders on one side, the less leverage is allowed. Lower the lots
            to use more.
          </Trans>
        </p>
      )}
      <LiquidationWarning draft={draft} {...meaning} />
    </Sheet>
  );
}

type FactsProps = LeverageMeaning & Pick<LeverageSheetProps, 'contract' | 'draft'>;

/** What the size needs at this leverage, and what one side may hold. */
function LeverageFacts({ contract, draft, leverage, lots, estimate }: FactsProps) {
  const { t } = useLingui();
  const spec = specFor(contract);
  const used = (draft.own?.held ?? 0n) + (draft.own?.resting ?? 0n);
  const most = spec.tiers.findLast((tier) => tier.leverageMost >= leverage)?.costMost ?? null;
  const base = baseText(contract, lots);
  const end = estimate?.liquidation ?? null;
  return (
    <div className={formCss['card']}>
      <KeyValue
        roomy
        items={[
          { key: t`${base} needs`, value: estimate === null ? '–' : moneyText(moneyOf(estimate.margin)) },
          { key: t`Maximum on this side`, value: most === null ? t`Depends on lots` : moneyText(moneyOf(most)) },
          ...(used === 0n ? [] : [{ key: t`In use on this side`, value: moneyText(moneyOf(used)) }]),
          {
            key: t`Liquidation price`,
            value: (
              <span className={css['warn']}>
                {estimate === null ? '–' : end === null ? t`None` : priceText(contract, priceOfTicks(spec, end))}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

/** How small a move would take the margin; nothing where no price does. */
function LiquidationWarning({ draft, leverage, estimate }: LeverageMeaning & { draft: OpeningDraft }) {
  const end = estimate?.liquidation ?? null;
  if (estimate === null || end === null) return null;
  const away = formatNumber(String(Math.floor((Math.abs(end - estimate.ticks) * 1_000) / estimate.ticks) / 10), {
    decimals: 1,
  });
  const shown = leverageText(leverage);
  return (
    <div className={formCss['warned']}>
      <Banner
        tone={leverage >= warnFrom ? 'warn' : 'info'}
        inset
        {...(leverage >= warnFrom ? { icon: TriangleAlert } : {})}
      >
        {draft.side === 'long' ? (
          <Trans>
            At {shown}, a fall of about {away}% liquidates the position and you lose its margin. All amounts are in{' '}
            {settling}.
          </Trans>
        ) : (
          <Trans>
            At {shown}, a rise of about {away}% liquidates the position and you lose its margin. All amounts are in{' '}
            {settling}.
          </Trans>
        )}
      </Banner>
    </div>
  );
}
