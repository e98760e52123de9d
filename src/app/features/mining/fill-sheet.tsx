import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { compareDecimals, multiplyDecimals } from '#protocol/core/decimal.ts';
import { filled } from '#protocol/mining/maths.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { numberText } from './amounts.ts';
import type { LiveMiner } from './live-miner.ts';
import { MinerPicture } from './miner-picture.tsx';
import { startUpMutation } from './mutations.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const calls = ['POST startUpMiningOrder'] as const;
/** Every coin's amounts fit in so many places. */
const places = 18;
const shares = [25, 50, 75, 100] as const;

interface FillSheetProps {
  readonly open: boolean;
  readonly live: LiveMiner | null;
  readonly onClose: () => void;
}

/** How much fuel is bought for a miner, what it costs and how long it lasts. */
export function FillSheet({ open, live, onClose }: FillSheetProps) {
  return live === null ? null : <Filling key={live.miner.id} open={open} live={live} onClose={onClose} />;
}

function Filling({ open, live, onClose }: FillSheetProps & { readonly live: LiveMiner }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amountOf = useAmountText();
  const { miner, fillable } = live;
  const { id, name, asset } = miner;
  // Null is all that fits, which grows while it runs.
  const [typed, setTyped] = useKeptState<string | null>(`fuel.${id}`, null);
  const fuel = typed ?? `${fillable}`;
  const isOfThis = useCallback(({ asked }: Outcome) => asked['miner'] === id && asked['step'] === 'fill', [id]);
  const submit = useSubmit(calls, startUpMutation(client), isOfThis);
  const failure = useFailureText(submit.error);
  const isPractice = usePracticeMode() === true;
  const obstacle = useObstacle(live, fuel);
  const leave = () => {
    setTyped(null);
    onClose();
  };
  const shown = amountOf(multiplyDecimals(miner.fuelPrice, fuel === '' ? '0' : fuel, places), asset);
  const number = numberText(miner.number);
  return (
    <ConfirmSheet
      open={open}
      onClose={() => {
        if (submit.waiting) return;
        submit.reset();
        leave();
      }}
      title={t`Fill with fuel`}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        disabledReason: submit.busy ? undefined : obstacle,
        label: isPractice ? t`Fill for ${shown} (practice)` : t`Fill for ${shown}`,
        detail: live.state === 'stopped' ? t`It resumes immediately` : t`From your spot wallet`,
      }}
      onSend={() =>
        submit.send(
          { input: { step: 'fill', miner: id, fuel: Number(fuel) }, miner },
          {
            onSuccess: () => {
              toast.show({ type: 'success', title: t`${name} No. ${number} filled` });
              leave();
            },
          },
        )
      }
    >
      <FuelFields
        live={live}
        fuel={fuel}
        onFuel={(next) => {
          submit.reset();
          setTyped(next);
        }}
      />
    </ConfirmSheet>
  );
}

interface FuelFieldsProps {
  readonly live: LiveMiner;
  readonly fuel: string;
  /** Null is all that fits. */
  readonly onFuel: (fuel: string | null) => void;
}

function FuelFields({ live, fuel, onFuel }: FuelFieldsProps) {
  const { t } = useLingui();
  const { miner, fillable } = live;
  const number = numberText(miner.number);
  return (
    <Stack inset gap={3}>
      <Headline leading={<MinerPicture power={miner.power} />} amount={miner.name}>
        {t`No. ${number}`}
      </Headline>
      <NumberField label={t`Fuel`} value={fuel} onChange={onFuel} places={0} step="1" min="1" max={`${fillable}`} />
      <Chips
        label={t`Part of the free capacity`}
        even
        inset
        items={shares.map((share) => ({ id: `${share}`, label: `${share}%` }))}
        value={shares.map(String).find((share) => partOf(fillable, Number(share)) === fuel) ?? null}
        onChange={(share) => onFuel(share === '100' ? null : partOf(fillable, Number(share)))}
      />
      <Facts live={live} fuel={fuel} />
    </Stack>
  );
}

/** A share of what fits, whole and at least one. */
function partOf(fillable: number, percent: number): string {
  return `${Math.max(1, Math.floor((fillable * percent) / 100))}`;
}

/** Why so much cannot be filled in now; undefined when nothing is in the way. */
function useObstacle({ miner, fillable }: LiveMiner, fuel: string): string | undefined {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isReachable = useReachable();
  const balance = useBalance('spot', miner.asset);
  if (!isReachable) return t`No connection. Fill when you are back online.`;
  const wanted = Number(fuel);
  if (fillable === 0) return t`The tank is full, or holds enough to the end.`;
  if (wanted < 1 || wanted > fillable) return t`It takes from 1 to ${fillable}.`;
  const free = balance?.available;
  if (free === undefined || compareDecimals(multiplyDecimals(miner.fuelPrice, fuel, places), free) <= 0)
    return undefined;
  return t`Your spot wallet has ${amountOf(free, miner.asset)}.`;
}

function Facts({ live, fuel }: { readonly live: LiveMiner; readonly fuel: string }) {
  const { t } = useLingui();
  const { miner, run } = live;
  const { dayMs, burn, capacity, asset } = miner;
  const added = Math.min(Number(fuel), live.fillable);
  const days = Math.floor(filled(miner, run, added).tank / burn / dayMs);
  const after = live.fuel + added;
  return (
    <FactsCard
      items={[
        { key: t`Price of one`, value: `${formatNumber(miner.fuelPrice)} ${asset}` },
        { key: t`In the tank afterwards`, value: t`${after} of ${capacity}` },
        { key: t`Burns a day`, value: `${burn}` },
        { key: t`Lasts, days of running`, value: `${days}` },
      ]}
    />
  );
}
