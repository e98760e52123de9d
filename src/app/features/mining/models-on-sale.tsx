import { Trans, useLingui } from '@lingui/react/macro';
import { Pickaxe } from 'lucide-react';
import { dayMs } from '#protocol/core/durations.ts';
import type { MinerModel } from '#protocol/mining/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { SourceRow } from '../backing/source-row.tsx';
import { useIsAwaited } from '../stock-alerts/queries.ts';
import { BellRow } from '../stock-alerts/bell-row.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { netOf, paybackOf } from './live-miner.ts';
import { MinerPicture } from './miner-picture.tsx';
import css from './models-on-sale.module.css';

interface ModelsOnSaleProps {
  readonly models: readonly MinerModel[];
  readonly onPick: (id: string) => void;
}

/** Miners on sale, where their income comes from, and the risk. */
export function ModelsOnSale({ models, onPick }: ModelsOnSaleProps) {
  const [first] = models;
  return (
    <Section title={<Trans>Miners on sale</Trans>} action={<Formula models={models} />}>
      <WhenOn feature="mining">
        {first === undefined ? (
          <EmptyState
            icon={Pickaxe}
            title={<Trans>No miners on sale</Trans>}
            text={<Trans>New models appear here.</Trans>}
          />
        ) : (
          <ul>
            {models.map((model) => (
              <BellRow
                key={model.id}
                bell={model.left === 0 ? { product: 'miner-model', item: model.id, name: model.name } : null}
              >
                <ModelRow model={model} onPick={() => onPick(model.id)} />
              </BellRow>
            ))}
          </ul>
        )}
      </WhenOn>
      {first !== undefined && <SourceRow product="mining" asset={first.asset} />}
      <div className={css['risk']}>
        <RiskLine>
          <Trans>The price of a miner is not refunded at the end. Without fuel it earns nothing.</Trans>
        </RiskLine>
      </div>
    </Section>
  );
}

/** The published formula, where all models share it. */
function Formula({ models }: Pick<ModelsOnSaleProps, 'models'>) {
  const { t } = useLingui();
  const [first] = models;
  if (first === undefined) return null;
  if (models.some((one) => one.yield !== first.yield || one.fuelPrice !== first.fuelPrice)) return null;
  const [income, fuel] = [formatNumber(first.yield), formatNumber(first.fuelPrice)];
  return <span className={css['formula']}>{t`${income} per TH/s a day, fuel ${fuel}`}</span>;
}

function ModelRow({ model, onPick }: { readonly model: MinerModel; readonly onPick: () => void }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { name, asset, power, burn, days, perPerson } = model;
  const net = amountOf(netOf(model), asset, false);
  const payback = paybackOf(model);
  const isSoldOut = model.left === 0;
  const isAwaited = useIsAwaited({ product: 'miner-model', item: model.id }) === true && isSoldOut;
  const [left, issued] = [formatNumber(`${model.left}`), formatNumber(`${model.issued}`)];
  return (
    <button
      type="button"
      className={css['row']}
      data-out={isSoldOut || undefined}
      aria-haspopup="dialog"
      onClick={onPick}
    >
      <MinerPicture power={power} />
      <span className={css['words']}>
        <span className={css['line']}>
          <span className={css['name']}>
            {name} {isSoldOut && <Badge>{t`Sold out`}</Badge>}{' '}
            {perPerson !== null && !isSoldOut && <Badge>{t`${perPerson} a person`}</Badge>}{' '}
            {model.dayMs !== dayMs && <Badge tone="practice">{t`Short days`}</Badge>}
          </span>
          <span className={css['price']}>
            {amountOf(model.price, asset, false)} <small>{asset}</small>
          </span>
        </span>
        <span className={css['line']}>
          <span>{t`${power} TH/s, burns ${burn} a day`}</span>
          <span className={css['right']}>{t`${net} net a day`}</span>
        </span>
        <span className={css['line']}>
          <span>
            {isAwaited
              ? t`you’ll be notified`
              : isSoldOut
                ? t`All sold, or no reserve is free`
                : t`${left} of ${issued} left`}
          </span>
          {payback === null ? (
            <span className={css['never']}>{t`does not pay back`}</span>
          ) : (
            <span className={css['right']}>{t`pays back on day ${payback} of ${days}`}</span>
          )}
        </span>
      </span>
    </button>
  );
}
