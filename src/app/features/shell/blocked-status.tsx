import { Trans, useLingui } from '@lingui/react/macro';
import { Plug, Unplug } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner, FloatingStatus } from '#app/ui/layout/Banner.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';

interface BlockedStatusProps {
  /** Since when the oldest of what is shown is, in epoch milliseconds; null while the stream is not blocked. */
  readonly asOfMs: number | null;
  /** The stream is up. */
  readonly isLive: boolean;
  /** The page began with the line, so that it moves nothing. */
  readonly hasPlaceAtFirst: boolean;
}

/** Whether the line of the blocked stream has a place of its own on the page. It gets one while nobody looks at the page. */
function useOwnPlace(isPolled: boolean, hasAtFirst: boolean): boolean {
  const [has, setHas] = useState(hasAtFirst);
  useEffect(() => {
    const changed = () => {
      if (document.hidden) setHas(isPolled);
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [isPolled]);
  return has;
}

/** The height that the line had: what replaces it is no lower. */
function useSteadyHeight(isShown: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [minHeight, setMinHeight] = useState<number>();
  useLayoutEffect(() => {
    if (isShown) setMinHeight(place.current?.offsetHeight);
  }, [isShown]);
  return { place, minHeight };
}

/**
 * That the network lets no live data through, and how old the oldest of what is shown is. What comes or goes while
 * somebody looks moves nothing on the page, where the buttons are that move money: it then floats, or leaves its place.
 */
export function BlockedStatus({ asOfMs, isLive, hasPlaceAtFirst }: BlockedStatusProps) {
  const { t } = useLingui();
  const isPolled = asOfMs !== null;
  const hasPlace = useOwnPlace(isPolled, hasPlaceAtFirst);
  const { place, minHeight } = useSteadyHeight(isPolled && hasPlace);
  const at = isPolled ? formatTime(asOfMs, 'seconds') : '';
  const line = <Trans>This network blocks live data. Prices as of {at}.</Trans>;
  return (
    <>
      <LiveRegion>{isPolled ? t`This network blocks live data.` : null}</LiveRegion>
      {isPolled && !hasPlace && <FloatingStatus quiet>{line}</FloatingStatus>}
      {hasPlace && (
        <div ref={place} style={{ minHeight }}>
          {isPolled && (
            <Banner tone="warn" icon={Unplug}>
              {line}
            </Banner>
          )}
          {isLive && (
            <Banner icon={Plug}>
              <Trans>Live prices are back.</Trans>
            </Banner>
          )}
        </div>
      )}
    </>
  );
}
