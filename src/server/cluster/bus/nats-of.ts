import { Counter, type Registry } from 'prom-client';
import type { Config } from '#server/core/config/config.ts';
import { isSafeNats } from '#server/core/config/safe-nats.ts';
import type { Logger } from '#server/core/log/log.ts';
import { natsAccess, openNatsBus } from './nats-bus.ts';
import { type Rejected, signedBus } from './signed-bus.ts';
import { inboxSubject, type SubjectRoot } from './subjects.ts';

/** The message broker of a configuration, and where its exchange is on it. The name is shown in the broker's list. */
export function natsOf(config: Config, logger: Logger, metrics: Registry, name: 'edge' | 'engine') {
  // The configuration was checked for it.
  const url = config.natsUrl ?? '';
  const root: SubjectRoot = `dunlin.${config.mode}`;
  if (config.mode === 'live' && !isSafeNats(url))
    logger.error(
      'NATS_INSECURE=1: whoever reaches the message broker, or the network to it, reads what users send and are sent',
    );
  const inbox = inboxSubject(root, natsAccess(url).user);
  const nats = openNatsBus(url, { name: `dunlin ${name}`, inbox }, logger);
  const bus = signedBus({ bus: nats, keys: config.clusterKeys, logger, rejected: rejectionCount(metrics) });
  return { bus, root };
}

/** Counts messages that are dropped in the metrics of the process. */
function rejectionCount(registry: Registry): (why: Rejected) => void {
  const counter = new Counter({
    name: 'dunlin_link_rejected_messages_total',
    help: 'Messages between processes that were dropped: not signed with the key of the cluster, or of data that was restored since.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['signature', 'store']) counter.inc({ reason }, 0);
  return (reason) => counter.inc({ reason });
}
