import type { Config } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import { openNatsBus } from './nats-bus.ts';
import type { SubjectRoot } from './subjects.ts';

/** The message broker of a configuration, and where its exchange is on it. The name is shown in the broker's list. */
export function natsOf(config: Config, logger: Logger, name: 'edge' | 'engine') {
  // The configuration was checked for it.
  const bus = openNatsBus(config.natsUrl ?? '', `dunlin ${name}`, logger);
  const root: SubjectRoot = `dunlin.${config.mode}`;
  return { bus, root };
}
