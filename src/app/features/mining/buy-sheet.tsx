import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { MinerModel } from '#protocol/mining/entities.ts';
import { minersBoughtAtOnceMax } from '#protocol/core/limits.ts';
import { compareDecimals, multiplyDecimals } from '#protocol/core/decimal.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SourceRow } from '../backing/source-row.tsx';
import { PersonNeeded } from '../person-needed/person-needed.tsx';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { fuelPerDay, netOf, paybackOf } from './live-miner.ts';
import { MinerPicture } from './miner-picture.tsx';
import css from './sheets.module.css';
import { buyMutation } from './mutations.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const calls = ['POST addMiningOrder'] as const;
/** Every coin's amounts fit in so many places. */
const places = 18;

interface BuySheetProps {
  readonly open: boolean;
  readonly model: MinerModel | null;
  readonly onClose: () => void;
}

/** All that buying miners of a model means, before it is paid. */
export function BuySheet({ open, model, onClose }: BuySheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amountOf = useAmountText();
  const [quantity, setQuantity] = useKeptState(`miner.${model?.id}`, '1');
  const submit = useSubmit(calls, buyMutation(client));
  const failure = useFailureText(submit.error);
  const isPractice = usePracticeMode() === true;
  const obstacle = useObstacle(model, quantity);
  const close = () => {
    if (submit.waiting) return;
    submit.reset();
    setQuantity('1');
    onClose();
  };
  const name = model?.name ?? '';
  const total = model === null ? '0' : multiplyDecimals(model.price, quantity === '' ? '0' : quantity, places);
  const shown = model === null ? '' : amountOf(total, model.asset);
  const send = () => {
    if (model === null) return;
    const facts = `${quantity} × ${name}`;
    submit.send(
      { model: model.id, quantity: Number(quantity), price: model.price, facts },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`${facts} bought`,
            detail: t`Fill it with fuel and start it.`,
          });
          setQuantity('1');
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmSheet
      open={open && model !== null}
      onClose={close}
      title={t`Buy a miner`}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        disabledReason: submit.busy ? undefined : obstacle,
        label: isPractice ? t`Buy for ${shown} (practice)` : t`Buy for ${shown}`,
        detail: t`From your spot wallet`,
      }}
      onSend={send}
    >
      {model !== null && (
        <ModelFacts model={model} quantity={quantity} onQuantity={(next) => (submit.reset(), setQuantity(next))} />
      )}
    </ConfirmSheet>
  );
}

/** Why so many cannot be bought now; undefined when nothing is in the way. */
function useObstacle(model: MinerModel | null, quantity: string): string | undefined {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isReachable = useReachable();
  const balance = useBalance('spot', model?.asset ?? '');
  if (model === null) return undefined;
  if (!isReachable) return t`No connection. Buy when you are back online.`;
  if (model.left === 0) return t`Sold out: all are sold, or no reserve is free.`;
  const most = Math.min(model.left, minersBoughtAtOnceMax, model.perPerson ?? minersBoughtAtOnceMax);
  const wanted = Number(quantity);
  if (wanted < 1) return t`Enter how many, from 1 to ${most}.`;
  if (wanted > most) return t`You can buy up to ${most} at once.`;
  const free = balance?.available;
  const total = multiplyDecimals(model.price, quantity, places);
  if (free === undefined || compareDecimals(total, free) <= 0) return undefined;
  return t`Your spot wallet has ${amountOf(free, model.asset)}.`;
}

interface ModelFactsProps {
  readonly model: MinerModel;
  readonly quantity: string;
  readonly onQuantity: (quantity: string) => void;
}

function ModelFacts({ model, quantity, onQuantity }: ModelFactsProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { name, asset, power, days, burn, capacity, daily } = model;
  const each = amountOf(model.price, asset);
  const yieldText = formatNumber(model.yield);
  const payback = paybackOf(model);
  const minutes = model.dayMs / minuteMs;
  const whole = multiplyDecimals(multiplyDecimals(daily, `${days}`, places), quantity === '' ? '0' : quantity, places);
  const aside = amountOf(whole, asset);
  return (
    <Stack inset gap={3}>
      <Headline leading={<MinerPicture power={power} />} amount={name}>
        {t`${each} each`}
      </Headline>
      {model.perPerson !== null && <PersonNeeded />}
      <NumberField label={t`How many`} value={quantity} onChange={onQuantity} places={0} step="1" min="1" />
      <FactsCard
        items={[
          { id: 'income', key: t`Income a day`, value: t`${power} TH/s × ${yieldText} = ${amountOf(daily, asset)}` },
          {
            id: 'fuel',
            key: t`Fuel a day`,
            value: t`${burn} × ${formatNumber(model.fuelPrice)} = ${amountOf(fuelPerDay(model), asset)}`,
          },
          { id: 'net', key: t`Net a day`, value: amountOf(netOf(model), asset) },
          { id: 'tank', key: t`Tank`, value: t`${capacity} fuel` },
          {
            id: 'service',
            key: t`Service`,
            value: model.dayMs === dayMs ? t`${days} days of running` : t`${days} days of ${minutes} min`,
          },
          {
            id: 'payback',
            key: t`Pays back`,
            value:
              payback === null ? (
                <span className={css['never']}>{t`does not pay back`}</span>
              ) : (
                t`on day ${payback} of ${days}`
              ),
          },
        ]}
      />
      <div className={css['edge']}>
        <SourceRow product="mining" asset={asset} small>
          <Trans>{aside} of income for its whole life is set aside when you buy</Trans>
        </SourceRow>
      </div>
    </Stack>
  );
}
