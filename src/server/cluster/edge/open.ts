import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import type { ChatAnswer } from '#protocol/core/stream/channels.ts';
import { type AnsweredCall, answerWithinMs, type AskedCall, type Upload } from '#server/core/asked-call.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { StoreHealth } from '#server/core/store/store-health.ts';
import type { Logger } from '#server/core/log/log.ts';
import type { SessionGate } from '#server/core/session-gate.ts';
import type { UsageElsewhere } from '#server/core/pacing/usage-elsewhere.ts';
import { currentSpan } from '#server/core/tracing/current-span.ts';
import { formatTraceparent } from '#server/core/tracing/traceparent.ts';
import type { AccountSource } from '#server/core/topics/account-source.ts';
import type { GuardedTopics, TopicSource } from '#server/core/topics/topic-source.ts';
import type { Bus } from '../bus/bus.ts';
import type { SubjectRoot } from '../bus/subjects.ts';
import { EngineClient } from './engine-client.ts';
import { engineCounts, measureEngine } from './engine-metrics.ts';
import { EngineStore } from './engine-store.ts';
import { EngineWatch } from './engine-watch.ts';
import { FollowedFeeds } from './followed-feeds.ts';
import { UsageReports } from './usage-reports.ts';

/** An answer that comes this much later than promised is not waited for. */
const lateMs = 1_000;
const fileTimeoutMs = 20_000;
const firstDataTimeoutMs = 1_000;

interface EdgeLinkDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** The engine as an edge sees it: what the edges of an exchange are given, asked for over the message broker. */
interface EdgeLink {
  /** @throws as `CallService.serve` */
  call(name: CallName, asked: AskedCall, upload: Upload | null): Promise<AnsweredCall>;
  readonly sessions: SessionGate & { onRevoked(listener: (sessionId: bigint) => void): () => void };
  /** @throws RequestFault 429 when it is one request too many of the address */
  admit(address: string): Promise<void>;
  readFile(owner: bigint, id: string): Promise<Buffer | null>;
  readContentImage(name: string): Promise<Buffer | null>;
  /** The data block of the page; an empty text when the engine does not answer at once. */
  firstData(): Promise<string>;
  readonly sources: readonly TopicSource[];
  readonly accounts: AccountSource;
  readonly guarded: GuardedTopics;
  /** The engine's store; `degraded` also when no other engine came in time. */
  readonly storeHealth: StoreHealth;
  /** Whether there is an engine that says that it is ready. */
  readonly isReady: () => boolean;
  readonly hasEngine: () => boolean;
  /** What clients use of the streams of other edges. */
  readonly usage: UsageElsewhere;
  /** Calls back when accounts have to be read again: after a commit in doubt, and when the engine is another one. */
  onAccountsInDoubt(listener: () => void): () => void;
  /** Calls back when ended sessions may have been missed. */
  onSessionsInDoubt(listener: () => void): () => void;
  close(): void;
}

/** Opens the link of an edge. It is usable at once; until an engine is found, everything is refused as busy. */
export function openEdgeLink({ bus, root, clock, logger, metrics }: EdgeLinkDeps): EdgeLink {
  const watch = new EngineWatch({ bus, root, onBehind: behindLog(logger) });
  const client = new EngineClient({ bus, root, watch, counts: engineCounts(metrics) });
  measureEngine(() => ({ epoch: watch.active?.epoch ?? null, waitingCount: client.unsentCount }), metrics);
  const onError = (error: unknown, what: string) =>
    logger.error({ err: error, what }, 'the engine could not be followed');
  const edge = randomUUID();
  const feeds = new FollowedFeeds({ bus, root, edge, watch, client, onError });
  const usage = new UsageReports({ edge, client, watch, onError });
  const store = new EngineStore({ watch, clock, failed: (error) => onError(error, 'store') });
  watch.onEngine((engine, isOther) => {
    if (isOther) logger.info({ engine: engine?.engine, epoch: engine?.epoch }, 'follows another engine');
    if (engine === null) logger.warn('the engine is lost');
  });
  return {
    call: (name, asked, upload) => call(client, name, asked, upload),
    sessions: remoteSessions(client, watch),
    async admit(address) {
      await client.ask('admit', { address });
    },
    async readFile(owner, id) {
      const { head, body } = await client.ask('file', { owner: owner.toString(), id }, { timeoutMs: fileTimeoutMs });
      return head.found ? body : null;
    },
    async readContentImage(name) {
      const { head, body } = await client.ask('picture', { name }, { timeoutMs: fileTimeoutMs });
      return head.found ? body : null;
    },
    firstData: () =>
      client.ask('first-data', {}, { timeoutMs: firstDataTimeoutMs }).then(
        ({ body }) => body.toString('utf8'),
        () => '',
      ),
    sources: feeds.sources(),
    accounts: feeds.accounts(),
    guarded: remoteGuarded(client, watch),
    storeHealth: store.health,
    usage,
    isReady: () => watch.active?.isReady === true,
    hasEngine: () => watch.active !== null,
    onAccountsInDoubt: (listener) => onAccountsInDoubt(watch, listener),
    onSessionsInDoubt: (listener) => watch.onMissed(listener),
    close() {
      usage.close();
      feeds.close();
      client.close();
      store.close();
      watch.close();
    },
  };
}

/** At most this often: an engine announces itself each second. */
const behindEveryMs = 10_000;

/** Restored data that does not show as such looks like an engine of before, and is followed by nobody. */
function behindLog(logger: Logger): (epoch: number, seen: number) => void {
  let saidAtMs = -Infinity;
  return (epoch, seen) => {
    if (performance.now() - saidAtMs < behindEveryMs) return;
    saidAtMs = performance.now();
    logger.error(
      { epoch, seen },
      'an engine is behind the one before it: if a backup was restored, run operator -- restored',
    );
  };
}

async function call(
  client: EngineClient,
  name: CallName,
  asked: AskedCall,
  upload: Upload | null,
): Promise<AnsweredCall> {
  const spec: CallSpec = calls[name];
  const span = currentSpan();
  const form = upload === null ? null : { fields: upload.fields };
  const { head, body } = await client.ask(
    'call',
    {
      name,
      requestId: asked.requestId,
      authorization: asked.authorization,
      idempotencyKey: asked.idempotencyKey,
      deadline: asked.deadline,
      address: asked.address,
      userAgent: asked.userAgent,
      origin: asked.origin,
      country: asked.country,
      query: asked.query,
      params: asked.params,
      body: asked.body,
      ...(span === null ? {} : { trace: formatTraceparent(span.context) }),
      upload: form,
    },
    {
      area: spec.area,
      timeoutMs: answerWithinMs(spec) + lateMs,
      changes: !name.startsWith('GET '),
      ...(upload === null ? {} : { body: upload.file.bytes }),
    },
  );
  return { body: body.toString('utf8'), lasts: head.lasts };
}

function remoteSessions(client: EngineClient, watch: EngineWatch): EdgeLink['sessions'] {
  return {
    lookUp: async (token, use = 'write') => (await client.ask('session', { token, use })).head.holder,
    onRevoked: (listener) =>
      watch.onEvent((event) => {
        if (event.kind === 'session-ended') listener(event.sessionId);
      }),
  };
}

function remoteGuarded(client: EngineClient, watch: EngineWatch): GuardedTopics {
  return {
    mayHold: async (userId, topic) => (await client.ask('may-hold', { userId: userId.toString(), topic })).head.mayHold,
    onChange(listener) {
      const unfollow = [
        watch.onEvent((event) => {
          if (event.kind === 'guard-changed') listener(event.userId, event.topic);
        }),
        watch.onMissed(() => listener(null, null)),
      ];
      return () => {
        for (const end of unfollow) end();
      };
    },
    async act(userId, id, act) {
      const { head } = await client.ask('act', { userId: userId.toString(), id, act }, { changes: true });
      return head.data as ChatAnswer['data'];
    },
  };
}

function onAccountsInDoubt(watch: EngineWatch, listener: () => void): () => void {
  const unfollow = [
    watch.onEvent((event) => {
      if (event.kind === 'accounts-in-doubt') listener();
    }),
    watch.onMissed(listener),
  ];
  return () => {
    for (const end of unfollow) end();
  };
}
