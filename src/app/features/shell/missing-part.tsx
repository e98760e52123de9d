import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { probeExchange } from '#app/platform/api/probe.ts';
import { fetchLostStyles, isMissingFile } from '#app/platform/offline/missing-files.ts';
import { reachability, useReachable } from '#app/platform/offline/reachability.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

/** Why a part is not there: the exchange is silent as well, or it answers and the file still does not come. */
type Reason = 'offline' | 'gone';

/** A part that could not be fetched, with what is shown then. */
export interface Failure {
  readonly reason: Reason;
  readonly MissingPart: typeof MissingPart;
  readonly MissingSheet: typeof MissingSheet;
}

/** What is shown instead of a part gets. */
export interface MissingProps<Ways> {
  readonly failure: Failure;
  /** Props of the part itself. */
  readonly part: object;
  readonly ways: Ways;
  /** Asks for the part again. */
  readonly again: () => void;
  /** Has the next place that shows the part ask for it. */
  readonly forget: () => void;
}

const titles: Readonly<Record<Reason, MessageDescriptor>> = {
  offline: msg`This part is not on your device yet`,
  gone: msg`This part did not load`,
};

/** A newer build took the place of the file, or the browser does not ask a second time for what failed once. */
const reloadAdvice = msg`Load the page again to get it. What you have not sent is cleared.`;
const reload = () => location.reload();

/** Asks once more for a part whose file did not come, if the exchange answers: one packet may have been lost. */
export async function fetchAgain<Module>(
  load: () => Promise<Module>,
): Promise<{ readonly module: Module; readonly reason: null } | Failure> {
  const failed = (reason: Reason) => ({ reason, MissingPart, MissingSheet });
  if (reachability.get().reachable) await probeExchange();
  if (!reachability.get().reachable) return failed('offline');
  try {
    const [module] = await Promise.all([load(), fetchLostStyles()]);
    return { module, reason: null };
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    return failed(reachability.get().reachable ? 'gone' : 'offline');
  }
}

/** A line in the place of a part. */
function MissingPart(props: MissingProps<ComponentType<{ children: ReactNode }> | undefined>) {
  const { failure, ways: Frame = Fragment, again, forget } = props;
  const { t, i18n } = useLingui();
  const reachable = useReachable();
  const isOffline = failure.reason === 'offline';
  const retry = useEffectEvent(again);
  useEffect(forget, [failure, forget]);
  useEffect(() => {
    if (isOffline && reachable) retry();
  }, [isOffline, reachable]);
  return (
    <Frame>
      <Banner
        inset
        live
        {...(isOffline ? { icon: WifiOff } : { tone: 'warn' })}
        action={isOffline ? { label: t`Try again`, onAction: again } : { label: t`Load again`, onAction: reload }}
      >
        <p>
          <b>{i18n._(titles[failure.reason])}</b>
        </p>
        <p>{isOffline ? <Trans>It loads when the connection is back.</Trans> : i18n._(reloadAdvice)}</p>
      </Banner>
    </Frame>
  );
}

export interface SheetProps {
  readonly open?: boolean;
  readonly onClose: () => void;
}

/** How a sheet is opened and closed, when not by `open` and `onClose`. */
export interface SheetWays<Props> {
  /** Whether it is to be seen: by itself it is, unless it has `open` and that is false. */
  readonly isOpen?: (props: Props) => boolean;
  readonly close?: (props: Props) => void;
}

/** Says that a sheet did not come, and closes it; asks for it when it is opened again. */
function MissingSheet({ failure, part, ways, again, forget }: MissingProps<SheetWays<never>>) {
  const { t, i18n } = useLingui();
  const props = part as never;
  const { isOpen = ({ open }: SheetProps) => open !== false, close = ({ onClose }: SheetProps) => onClose() } = ways;
  const open = isOpen(props);
  // The failure it was closed for, or was never opened with.
  const [over, setOver] = useState<Failure | null>(null);
  if (!open && over !== failure) setOver(failure);
  const follow = useEffectEvent(({ reason }: Failure) => {
    if (over === failure) return again();
    toast.show({
      title: i18n._(titles[reason]),
      ...(reason === 'offline'
        ? { detail: t`Try again when the connection is back.` }
        : { type: 'error', detail: i18n._(reloadAdvice), action: { label: t`Load again`, onAction: reload } }),
    });
    close(props);
  });
  useEffect(forget, [failure, forget]);
  useEffect(() => {
    if (open) follow(failure);
  }, [failure, open]);
  return null;
}
