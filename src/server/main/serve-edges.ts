import type { OpenedAreas } from './areas.ts';
import type { Store } from '../core/store/open-store.ts';
import { type EdgePortsDeps, edgePorts } from './edge-ports.ts';
import { edgeLimits } from '../http/build.ts';
import { AddressWindows } from '../http/calls/call-windows.ts';
import { openEngineLink } from '../cluster/engine/open.ts';
import type { SignedBus } from '../cluster/bus/signed-bus.ts';
import type { SubjectRoot } from '../cluster/bus/subjects.ts';
import { accountSource } from '../stream/account-source.ts';
import { Interest } from '../stream/interest.ts';

/** How edges and other engines are reached. */
export interface Broker {
  readonly bus: SignedBus;
  readonly root: SubjectRoot;
}

/** Serves edges in other processes from the areas of this one. */
export function serveEdges(
  deps: EdgePortsDeps,
  areas: OpenedAreas,
  store: Pick<Store, 'epoch' | 'identity'>,
  { bus, root }: Broker,
): void {
  const { config, logger, closers, health, doubts, storeHealth, sessions } = deps;
  const { topics, onInterest, onShown, ...ports } = edgePorts(deps, areas);
  const { callsPerAddress, rateWindowMs, lagMaxMs } = edgeLimits(config.callsPerMinute);
  const addresses = new AddressWindows(callsPerAddress, rateWindowMs);
  const interest = new Interest(onInterest);
  const link = openEngineLink({
    ...ports,
    bus,
    root,
    logger,
    sessions,
    tracer: deps.tracer,
    admitAddress: (address) => addresses.admit(address),
    sources: topics.flatMap(({ sources = [] }) => sources).filter(({ kind }) => kind !== 'health'),
    accounts: accountSource(
      topics.flatMap(({ account }) => account ?? []),
      onShown,
    ),
    guarded: topics.find(({ guarded }) => guarded !== undefined)?.guarded ?? null,
    onTopic: (topic, isOpen) => (isOpen ? interest.opened(topic) : interest.closed(topic)),
    epoch: store.epoch,
    identity: store.identity,
    storeHealth,
    lagMaxMs,
    isReady: () => health.report().status === 'ready',
    onDoubtSettled: (listener) => doubts.onSettled(listener),
  });
  closers.add('link to edges', () => link.close());
}
