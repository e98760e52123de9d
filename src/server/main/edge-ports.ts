import type { OpenedAreas } from './areas.ts';
import type { CallService } from '../core/asked-call.ts';
import { callsOf, topicsOf } from '../core/areas/area.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import { offerTopics, type Offer } from '../core/gate/topic.ts';
import { wasDone } from '../core/idempotency/once.ts';
import type { Closers } from '../core/jobs/closers.ts';
import type { Histories } from '../core/store/standby/histories.ts';
import { storeTopics } from '../core/store/topic.ts';
import type { AreaTopics } from '../core/topics/area-topics.ts';
import { edgeLimits } from '../http/build.ts';
import { createCallService } from '../http/calls/call-service.ts';
import type { FileRouteDeps } from '../http/files/file-route.ts';
import { firstDataBlocks } from '../http/first-data.ts';
import { allHandlers } from '../http/handlers.ts';
import { tracedHandlers } from '../http/tracing/handler-spans.ts';
import { isGold } from '../markets/contracts/listed-contracts.ts';
import { withHistories } from './history-calls.ts';
import type { Sessions } from '../accounts/account/sessions.ts';

export interface EdgePortsDeps extends CoreDeps {
  readonly closers: Closers;
  readonly appDirectory: string | null;
  readonly sessions: Sessions;
  readonly histories: Histories;
  /** Changes of what is switched on, for the stream. */
  readonly offer: Offer;
}

/** All that the edges need of the exchange: in its own process they use it directly, elsewhere over the link. */
export interface EdgePorts extends FileRouteDeps {
  readonly service: CallService;
  readonly firstData: () => Promise<string>;
  /** What each area publishes; snapshots of accounts are read in this order. */
  readonly topics: readonly AreaTopics[];
  /** Called with the first subscription to a pair's topics, and after the last. */
  readonly onInterest: (pair: string, watched: boolean) => void;
  /** Called before somebody is shown something of their account. */
  readonly onShown: (owner: bigint) => void;
}

/** The ports of a running exchange. */
export function edgePorts(deps: EdgePortsDeps, areas: OpenedAreas): EdgePorts {
  const { database, config, clock, sessions, histories } = deps;
  const { callsPerUser, rateWindowMs } = edgeLimits(config.callsPerMinute);
  const { market } = areas.candles;
  const serving = {
    handlers: tracedHandlers(withHistories(allHandlers(callsOf(areas)), histories), deps.tracer),
    areaIsOn: (area: string) => !config.areasOff.some((off) => off === area),
    clock,
  };
  return {
    sessions,
    readFile: async (reader, id) =>
      (await areas.files.files.read(reader, id)) ??
      (await areas.chat.chat?.readFile(reader, id)) ??
      (await areas.p2pOrders.readFile(reader, id)),
    readContentImage: (name) => areas.publishing.content.image(name),
    firstData: firstDataBlocks(serving),
    service: createCallService({
      ...serving,
      sessions,
      callsPerUser,
      rateWindowMs,
      strict: false,
      isGold,
      switchedOff: (product, countries) => deps.gate.switchedOff(product, countries),
      wasDone: (asked) => wasDone(database, asked),
    }),
    topics: [...topicsOf(areas), storeTopics(deps.storeHealth), offerTopics(deps.offer)],
    onInterest: (pair, watched) => market.interest(pair, watched ? 1 : -1),
    onShown: (owner) => histories.changed(owner),
  };
}
