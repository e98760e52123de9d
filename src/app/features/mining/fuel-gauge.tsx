import { Plural, Trans } from '@lingui/react/macro';
import { Fuel } from 'lucide-react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import type { LiveMiner } from './live-miner.ts';
import css from './fuel-gauge.module.css';

const parts = 20;

/** How full the tank is in twenty parts, and what it lasts to. Amber once a day of running empties it. */
export function FuelGauge({ live }: { readonly live: LiveMiner }) {
  const { miner, fuel, share, state } = live;
  const { capacity } = miner;
  const isLow = state !== 'not-started' && !live.isFuelled && live.lastsMs < miner.dayMs;
  const full = Math.ceil(share * parts);
  return (
    <div className={css['gauge']} data-low={isLow || undefined}>
      <p className={css['words']}>
        <span className={css['fuel']}>
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
