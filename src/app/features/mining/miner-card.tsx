import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Fuel } from 'lucide-react';
import type { Miner } from '#protocol/mining/entities.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { numberText } from './amounts.ts';
import type { LiveMiner } from './live-miner.ts';
import css from './miner-card.module.css';
import { stateLabels } from './miner-labels.ts';
import { MinerPicture } from './miner-picture.tsx';
import { startUpMutation } from './mutations.ts';

interface MinerCardProps {
  readonly live: LiveMiner;
  readonly onFill: () => void;
  readonly onOpen: () => void;
}

/** An own miner: how it stands, what it has earned, its fuel, and what to do about it. */
export function MinerCard({ live, onFill, onOpen }: MinerCardProps) {
  const { t, i18n } = useLingui();
  const amountOf = useAmountText();
  const { miner, state, day } = live;
  const { name, days, asset } = miner;
  const label = stateLabels[state];
  const number = numberText(miner.number);
  return (
    <article className={css['card']} aria-label={t`${name} No. ${number}`}>
      <button type="button" className={css['head']} aria-haspopup="dialog" onClick={onOpen}>
        <MinerPicture power={miner.power} />
        <span className={css['names']}>
          <span className={css['name']}>
            {name} <small>{t`No. ${number}`}</small>
          </span>
          <span className={css['state']}>
            <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
            {(state === 'running' || state === 'stopped') && (
              <span>
                <Trans>
                  day {day} of {days}
                </Trans>
              </span>
            )}
          </span>
        </span>
        <span className={css['income']}>
          <b>
            <OwnAmount>{amountOf(live.toCollect, asset, false)}</OwnAmount>
          </b>
          <small>
            <Trans>to collect</Trans>
          </small>
        </span>
      </button>
      {state !== 'ended' && (
        <div className={css['fuel']}>
          <FuelGauge live={live} />
          <div className={css['act']}>
            {state === 'not-started' && live.fuel >= miner.burn ? (
              <StartButton miner={miner} />
            ) : (
              <Fill live={live} onFill={onFill} />
            )}
          </div>
        </div>
      )}
      {state === 'not-started' && live.fuel < miner.burn && (
        <p className={css['next']}>
          <Trans>Fill it first, then start it.</Trans>
        </p>
      )}
    </article>
  );
}

function Fill({ live, onFill }: Pick<MinerCardProps, 'live' | 'onFill'>) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const isReachable = useReachable();
  const price = amountOf(live.fillPrice, live.miner.asset, false);
  if (live.fillable === 0) {
    return <span className={css['full']}>{live.isFuelled ? t`Enough fuel` : t`Full`}</span>;
  }
  return (
    <Button
      size="s"
      wide
      aria-haspopup="dialog"
      label={t`Fill, ${price} ${live.miner.asset}`}
      disabled={!isReachable}
      onClick={onFill}
    >
      <OneLine>{t`Fill ${price}`}</OneLine>
    </Button>
  );
}

const calls = ['POST startUpMiningOrder'] as const;

/** Starts a miner that has fuel. It costs nothing: from then on it burns fuel and earns. */
function StartButton({ miner }: { readonly miner: Miner }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id, name } = miner;
  const isOfThis = useCallback(({ asked }: Outcome) => asked['miner'] === id && asked['step'] === 'start', [id]);
  const submit = useSubmit(calls, startUpMutation(client), isOfThis);
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const number = numberText(miner.number);
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure} />
      <Button
        kind="primary"
        size="s"
        wide
        busy={submit.busy}
        disabled={!isReachable}
        label={t`Start ${name} No. ${number}`}
        onClick={() =>
          submit.send(
            { input: { step: 'start', miner: id }, miner },
            { onSuccess: () => toast.show({ type: 'success', title: t`${name} No. ${number} is running` }) },
          )
        }
      >
        <OneLine>{t`Start`}</OneLine>
      </Button>
    </>
  );
}

const parts = 20;

/** How full the tank is in twenty parts, and what it lasts to. Amber once a day of running empties it. */
function FuelGauge({ live }: { readonly live: LiveMiner }) {
  const { miner, fuel, share, state } = live;
  const { capacity } = miner;
  const isLow = state !== 'not-started' && !live.isFuelled && live.lastsMs < miner.dayMs;
  const full = Math.ceil(share * parts);
  return (
    <div className={css['gauge']} data-low={isLow || undefined}>
      <p className={css['words']}>
        <span className={css['level']}>
          <Icon of={Fuel} size="inline" />
          <Trans>
            Fuel {fuel} of {capacity}
          </Trans>
        </span>
        <span className={css['until']}>
          <Until live={live} />
        </span>
      </p>
      <div className={css['parts']} aria-hidden>
        {Array.from({ length: parts }, (_, nth) => (
          <span key={nth} data-full={nth < full || undefined} />
        ))}
      </div>
    </div>
  );
}

function Until({ live }: { readonly live: LiveMiner }) {
  const { run, state, stopsAt, miner } = live;
  if (state === 'stopped' && run.stoppedAt !== null) return <Trans>since {formatTime(run.stoppedAt, 'dayTime')}</Trans>;
  if (state === 'running' && live.isFuelled) return <Trans>lasts to the end</Trans>;
  if (state === 'running' && stopsAt !== null) return <Trans>until {formatTime(stopsAt, 'dayTime')}</Trans>;
  if (live.fuel === 0) return null;
  const days = Math.floor(live.lastsMs / miner.dayMs);
  return <Plural value={days} one="lasts # day" other="lasts # days" />;
}
