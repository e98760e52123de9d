import type { OpenedAreas } from './areas.ts';
import type { Config } from './core/config/config.ts';
import type { Store } from './core/store/open-store.ts';
import { type EdgePortsDeps, edgePorts } from './edge-ports.ts';
import { edgeLimits } from './http/build.ts';
import { CallWindows } from './http/calls/call-windows.ts';
import { openEngineLink } from './link/engine/open.ts';
import { openNatsBus } from './link/wire/nats-bus.ts';
import type { SubjectRoot } from './link/wire/subjects.ts';
import { accountSource } from './stream/account-source.ts';
import { Interest } from './stream/interest.ts';

/** The message broker of a configuration, and where its exchange is on it. The name is shown in the broker's list. */
export function natsOf(config: Config, logger: EdgePortsDeps['logger'], name: 'edge' | 'engine') {
  // The configuration was checked for it.
  const bus = openNatsBus(config.natsUrl ?? '', `dunlin ${name}`, logger);
  const root: SubjectRoot = `dunlin.${config.mode}`;
  return { bus, root };
}

/** Serves edges in other processes from the areas of this one. */
export function serveEdges(deps: EdgePortsDeps, areas: OpenedAreas, store: Pick<Store, 'epoch'>): void {
  const { config, logger, closers, health, doubts, storeHealth, sessions } = deps;
  const { topics, onInterest, onShown, ...ports } = edgePorts(deps, areas);
  const { bus, root } = natsOf(config, logger, 'engine');
  closers.add('message broker', () => bus.close());
  const { callsPerAddress, rateWindowMs, lagMaxMs } = edgeLimits(config.callsPerMinute);
  const addresses = new CallWindows<string>(callsPerAddress, rateWindowMs);
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
    storeHealth,
    lagMaxMs,
    isReady: () => health.report().status === 'ready',
    onDoubtSettled: (listener) => doubts.onSettled(listener),
  });
  closers.add('link to edges', () => link.close());
}
