import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '#protocol/calls.ts';
import type { Topic } from '#protocol/core/stream/channels.ts';
import type { AskedCallWithForm, CallService } from '#server/core/asked-call.ts';
import { RequestFault } from '#server/core/failures/request-fault.ts';
import type { Logger } from '#server/core/log/log.ts';
import { FairQueue } from '#server/core/pacing/fair-queue.ts';
import type { SessionGate } from '#server/core/session-gate.ts';
import type { StoreIdentity } from '#server/core/store/identity.ts';
import type { StoreHealth } from '#server/core/store/store-health.ts';
import { continueTrace } from '#server/core/tracing/continued-trace.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import type { GuardedTopics, TopicSource } from '#server/core/topics/topic-source.ts';
import type { Bus } from '../bus/bus.ts';
import { packFrame } from '../bus/frame.ts';
import type { Received } from '../bus/operations.ts';
import { feedSubject, type SubjectRoot } from '../bus/subjects.ts';
import { Announcer } from './announcer.ts';
import { FeedBoard } from './feed-board.ts';
import { LoopGuard } from './loop-guard.ts';
import { Responder, type Served } from './responder.ts';
import { UsageBoard } from './usage-board.ts';

/** Requests in progress may end within this when the engine ends. */
const endWithinMs = 6_000;

/** What the streams of all edges read of the store: as much at once as the stream of one process. */
const readsOfStreams = {
  runningMax: 6,
  runningPerKeyMax: 2,
  waitingMax: 20_000,
  waitingPerKeyMax: 400,
  waitMaxMs: 8_000,
} as const;

/** What an engine serves edges from: the same that an exchange gives its own edges. */
export interface EngineLinkDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly logger: Logger;
  readonly service: CallService;
  readonly sessions: SessionGate & { onRevoked(listener: (sessionId: bigint) => void): () => void };
  /** Null while nothing is traced. */
  readonly tracer: Tracer | null;
  /** Counts a request of an address, for all edges; false when it is one too many. */
  readonly admitAddress: (address: string) => boolean;
  readonly readFile: (owner: bigint, id: string) => Promise<Buffer | null>;
  readonly readContentImage: (name: string) => Promise<Buffer | null>;
  readonly firstData: () => Promise<string>;
  readonly sources: readonly TopicSource[];
  readonly accounts: AccountSource;
  /** Null while the chat is disabled. */
  readonly guarded: GuardedTopics | null;
  /** Called when a public topic is opened for its first edge, and when it is closed after the last. */
  readonly onTopic: (topic: Topic, isOpen: boolean) => void;
  readonly epoch: () => number;
  /** The data that is owned here. */
  readonly identity: () => StoreIdentity;
  readonly storeHealth: StoreHealth;
  readonly isReady: () => boolean;
  /** The mean delay of the event loop beyond which calls are refused as busy, in milliseconds; 0 for no limit. */
  readonly lagMaxMs: number;
  /** Calls back when a commit that was in doubt is settled. */
  readonly onDoubtSettled: (listener: () => void) => () => void;
}

/** The link of a running engine. */
interface EngineLink {
  /** Feeds that are open for edges. */
  readonly feedCount: number;
  close(): Promise<void>;
}

/** Serves edges from now on, and announces that it does. */
export function openEngineLink(deps: EngineLinkDeps): EngineLink {
  const { bus, root, logger, storeHealth } = deps;
  const engine = randomUUID();
  const board = new FeedBoard({
    sources: deps.sources,
    accounts: deps.accounts,
    onTopic: deps.onTopic,
    publish: (feed, delta) => bus.publish(feedSubject(root, engine, feed), packFrame(delta)),
    onError: (error, topic) => logger.error({ err: error, topic }, 'a topic broke and was closed'),
  });
  const reads = new FairQueue<string>(readsOfStreams);
  // Said once: a line for each call that is refused would add to the work it is behind with.
  const guard = new LoopGuard(deps.lagMaxMs, (isLate, delayMs) => {
    const facts = { delayMs: Math.round(delayMs) };
    if (isLate) logger.warn(facts, 'the event loop lags: calls of edges are refused as busy');
    else logger.info(facts, 'the event loop keeps up again: calls of edges are served');
  });
  const responder = new Responder({ bus, root, engine, logger }, served(deps, guard, board, reads, new UsageBoard()));
  const { epoch, identity, isReady } = deps;
  const announcer = new Announcer({ bus, root, engine, epoch, identity, storeHealth, isReady });
  const unfollow = [
    deps.sessions.onRevoked((sessionId) =>
      announcer.announce({ kind: 'session-ended', sessionId: sessionId.toString() }),
    ),
    deps.onDoubtSettled(() => announcer.announce({ kind: 'accounts-in-doubt' })),
    ...(deps.guarded === null
      ? []
      : [
          deps.guarded.onChange((userId, topic) =>
            announcer.announce({ kind: 'guard-changed', userId: userId?.toString() ?? null, topic }),
          ),
        ]),
  ];
  return {
    get feedCount() {
      return board.feedCount;
    },
    async close() {
      for (const end of unfollow) end();
      announcer.close();
      await responder.close(endWithinMs);
      guard.close();
      reads.close();
      board.close();
    },
  };
}

function served(
  deps: EngineLinkDeps,
  guard: LoopGuard,
  board: FeedBoard,
  reads: FairQueue<string>,
  usage: UsageBoard,
): Served {
  const { sessions, guarded } = deps;
  const ofUser = <Result>(userId: bigint, read: () => Promise<Result>) => reads.run(userId.toString(), read);
  const file = (bytes: Buffer | null) => ({ head: { found: bytes !== null }, body: bytes ?? '' });
  return {
    call: (input, body) => {
      if (guard.isLate) throw new RequestFault(503, 'busyRetry', 'The event loop of the engine lags');
      const span = { name: `serve ${input.name}`, facts: { 'dunlin.request_id': input.requestId } };
      return continueTrace(deps.tracer, input.trace, span, () => serveCall(deps, input, body));
    },
    session: async ({ token, use }) => {
      const holder = await reads.run(token, () => sessions.lookUp(token, use));
      const ids = holder === null ? null : { userId: `${holder.userId}`, sessionId: `${holder.sessionId}` };
      return {
        head: {
          holder: holder === null || ids === null ? null : { ...holder, ...ids, countries: [...holder.countries] },
        },
      };
    },
    admit: ({ address }) => {
      admit(deps, address);
      return { head: {} };
    },
    file: async ({ owner, id }) => file(await deps.readFile(owner, id)),
    picture: async ({ name }) => file(await deps.readContentImage(name)),
    'first-data': async () => ({ head: {}, body: await deps.firstData() }),
    topic: ({ edge, topic }) => ({ head: board.openTopic(edge, topic) }),
    account: ({ edge, userId }) => ({ head: board.openAccount(edge, userId) }),
    'account-snapshot': async ({ userId }) => ({
      head: { data: await ofUser(userId, async () => ({ ...(await board.loadAccount(userId)) })) },
    }),
    hold: ({ edge, feeds }) => ({ head: board.hold(edge, feeds) }),
    leave: ({ edge, feed }) => {
      board.leave(edge, feed);
      return { head: {} };
    },
    usage: ({ edge, usages }) => ({
      head: { elsewhere: usage.exchange(edge, usages).map(([key, connections, units]) => [key, connections, units]) },
    }),
    'may-hold': async ({ userId, topic }) => ({
      head: { mayHold: guarded !== null && (await ofUser(userId, () => guarded.mayHold(userId, topic))) },
    }),
    act: async ({ userId, id, act }) => {
      if (guarded === null) throw new RequestFault(404, 'notFound', 'The chat is disabled');
      return { head: { data: await ofUser(userId, () => guarded.act(userId, id, act)) } };
    },
  };
}

async function serveCall(deps: EngineLinkDeps, input: Received<'call'>, body: Buffer) {
  if (!Object.hasOwn(calls, input.name)) throw new RequestFault(404, 'notFound', 'No such call');
  admit(deps, input.address);
  const { name, upload, trace: _, ...asked } = input;
  const form =
    upload === null
      ? {}
      : {
          readUpload: () =>
            Promise.resolve({
              fields: upload.fields as Readonly<Record<string, unknown>>,
              file: { bytes: body },
            }),
        };
  const whole: AskedCallWithForm = {
    ...asked,
    // Nobody is at this machine who is at another one, whatever a message says.
    isLocal: false,
    authorization: asked.authorization,
    idempotencyKey: asked.idempotencyKey,
    deadline: asked.deadline,
    query: asked.query,
    params: asked.params,
    body: asked.body,
    ...form,
  };
  const { body: envelope, lasts } = await deps.service.serve(name as CallName, whole);
  return { head: { lasts }, body: typeof envelope === 'string' ? envelope : JSON.stringify(envelope) };
}

function admit({ admitAddress }: EngineLinkDeps, address: string): void {
  if (!admitAddress(address)) throw new RequestFault(429, 'busyRetry', 'Too many calls');
}
