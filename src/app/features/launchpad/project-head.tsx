import { Trans, useLingui } from '@lingui/react/macro';
import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { mannerLabels, stateLabels } from './launchpad-labels.ts';
import css from './launchpad.module.css';
import { LeftText } from '../pairs/left-text.tsx';

/** Below this a countdown is amber. */
const closingMs = 60_000;

/** The coin, its state, and the time that is left, by the clock of the exchange. */
export function ProjectHead({ project }: { project: LaunchpadProject }) {
  const { i18n } = useLingui();
  const { coin, quote, issuance, price, state, manner, practice } = project;
  return (
    <>
      <div className={css['coin']}>
        <CoinIcon symbol={coin} size={44} />
        <div>
          <p className={css['symbol']}>
            {coin} <Badge tone={stateLabels[state].tone}>{i18n._(stateLabels[state].name)}</Badge>{' '}
            <Badge>{i18n._(mannerLabels[manner])}</Badge>{' '}
            {practice && (
              <Badge tone="practice">
                <Trans>Short cycle</Trans>
              </Badge>
            )}
          </p>
          <p className={css['sub']}>
            <Trans>
              {formatNumber(issuance)} {coin} at {formatNumber(price)} {quote} each
            </Trans>
          </p>
        </div>
      </div>
      <TimeHero project={project} />
    </>
  );
}

function TimeHero({ project }: { project: LaunchpadProject }) {
  const now = useServerNow();
  const { state, opensAt, closesAt } = project;
  const until = state === 'announced' ? opensAt : closesAt;
  const isOver = state === 'settling' || state === 'ended' || now >= closesAt;
  const isClosing = !isOver && state === 'in-progress' && until - now < closingMs;
  return (
    <div>
      <p className={css['label']}>
        {state === 'announced' ? (
          <Trans>Opens in</Trans>
        ) : isOver ? (
          <Trans context="subscription">Closed</Trans>
        ) : (
          <Trans>Closes in</Trans>
        )}
      </p>
      <p className={css['figure']} data-closing={isClosing || undefined} role="timer" aria-live="off">
        {state === 'ended' ? (
          <Trans context="subscription">Ended</Trans>
        ) : isOver ? (
          <Trans context="subscription">Closing</Trans>
        ) : (
          <LeftText until={until} now={now} />
        )}
      </p>
      <p className={css['sub']}>
        <Trans>
          {formatTime(until, 'dayTime')} ({formatOffset()}), by the exchange’s clock
        </Trans>
      </p>
    </div>
  );
}
