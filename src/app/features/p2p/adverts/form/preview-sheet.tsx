import { Trans, useLingui } from '@lingui/react/macro';
import type { CallOutput } from '#protocol/calls.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { formatCoins, formatFiatPrice, formatLimits } from '#app/features/p2p/parts/fiat-money.ts';
import { MethodNames } from '#app/features/p2p/parts/method-name.tsx';
import { methodsOfForm } from './form-methods.ts';
import type { AdvertForm } from './form-state.ts';
import { Conditions } from './who-may-order.tsx';
import css from './advertise.module.css';

interface PreviewSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly form: AdvertForm;
  readonly methods: readonly CollectionMethod[];
  readonly standing: CallOutput<'GET legalMgrPage'>;
  readonly price: Decimal | null;
}

/** The advert as others will see it. */
export function PreviewSheet({ open, onClose, form, methods, standing, price }: PreviewSheetProps) {
  const { t } = useLingui();
  const { side, asset, currency, amount, min, max, terms } = form;
  const { finished, completion } = standing.figures;
  const minutes = form.paymentMinutes;
  const shown = price === null ? '–' : formatFiatPrice(price, currency);
  return (
    <Sheet open={open} onClose={onClose} title={t`As others see it`}>
      <Headline leading={<Avatar name={standing.nickname ?? '?'} size={44} />} amount={shown}>
        {side === 'sell' ? t`${standing.nickname ?? ''} sells ${asset}` : t`${standing.nickname ?? ''} buys ${asset}`}
      </Headline>
      <FactsCard
        items={[
          { key: t`Available`, value: amount === '' ? '–' : formatCoins(amount, asset) },
          { key: t`Limits per order`, value: min === '' || max === '' ? '–' : formatLimits(min, max, currency) },
          { key: t`Payment`, value: <MethodNames methods={methodsOfForm(form, methods)} /> },
          { key: t`Time to pay`, value: t`${minutes} min` },
          { key: t`Finished orders, 30 days`, value: finished },
          {
            key: t`Completed`,
            value: completion === null ? '–' : `${formatNumber(completion, { decimals: 2 })}%`,
          },
          { key: t`Who may order`, value: <Conditions {...form} /> },
        ]}
      />
      <p className={css['note']}>
        <span className={css['words']}>{terms.trim() === '' ? <Trans>No terms written.</Trans> : terms}</span>
      </p>
    </Sheet>
  );
}
