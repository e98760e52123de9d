/**
 * Where something that is counted, limited or queued stands.
 *
 * `store`: in rows of PostgreSQL, and counted for all processes, also across a take-over.
 *
 * `engine`: in memory of the active engine, through which every call of every edge goes. The next engine begins with
 * empty budgets and queues. Where one process is the whole exchange, this is that one, and what edges count as well.
 *
 * `link`: each edge counts, and learns within about a second what was counted at the others.
 *
 * `process`: in each process alone, because it protects that process, or one connection of it.
 */
type Counter =
  | { readonly what: string; readonly stands: 'store'; readonly table: string; readonly why: string }
  | {
      readonly what: string;
      readonly stands: 'engine' | 'link' | 'process';
      /** The file of `src/server` that counts, and the name it counts by there. */
      readonly file: string;
      readonly symbol: string;
      readonly why: string;
    };

const inStore = (what: string, table: string, why: string): Counter => ({ what, stands: 'store', table, why });

const inMemory =
  (stands: 'engine' | 'link' | 'process') =>
  (what: string, file: string, symbol: string, why: string): Counter => ({ what, stands, file, symbol, why });

const atEngine = inMemory('engine');
const overLink = inMemory('link');
const perProcess = inMemory('process');

/** What must hold for everybody whatever is restarted in between. */
const stored: readonly Counter[] = [
  inStore('log-ins, passwords and second factors tried', 'attempts', 'a restart must not give guesses back'),
  inStore('codes requested and tried, accounts founded, invitations', 'attempts', 'the same, for an hour'),
  inStore('recipients looked up, files uploaded, messages reported', 'attempts', 'the same, for an hour'),
  inStore('log-ins that were not finished', 'passkey_questions', 'asked at one edge, answered at another'),
  inStore('codes that are valid', 'verification_codes', 'requested at one edge, entered at another'),
  inStore('sessions of a user', 'sessions', 'the oldest ends when there are too many'),
  inStore('messages of a user in the chat', 'chat_messages', 'the pace follows from what was said'),
  inStore('withdrawals of a user in a day', 'withdrawals', 'the limit follows from what was requested'),
  inStore('keys of requests that move money', 'idempotency', 'the answer is committed with what was done'),
  inStore('letters and text messages', 'outbox', 'written with what causes them, leased by who delivers them'),
  inStore('messages to devices', 'push_messages', 'queued as their notice is published, leased by who sends them'),
  inStore('notices to be published', 'notice_outbox', 'written with what causes them, removed as they are published'),
  inStore('filled orders of a user in a minute', 'spot_fill_minutes', 'a notice each for a few, one for the others'),
  inStore('notices of positions', 'contract_notices_due', 'written with the batch that causes them'),
  inStore('numbers of payouts', 'payout_nonces', 'one number pays once'),
  inStore('decisions to be applied', 'reviews', 'made by a person, applied once'),
  inStore('objects to be removed', 'object_removals', 'outside of PostgreSQL nothing is rolled back'),
];

/** What is counted once because all calls meet there. */
const ofEngine: readonly Counter[] = [
  atEngine(
    'requests of an address in a minute',
    'main/serve-edges.ts',
    'addresses',
    'each call and file of any edge counts',
  ),
  atEngine('calls of a user in a minute', 'http/calls/call-service.ts', 'userWindows', 'a user may use many edges'),
  atEngine('what calls of a user cost', 'http/call-pacing.ts', 'CallPacing', 'a user may use many edges'),
  atEngine(
    'calls at once, and those that wait',
    'http/call-pacing.ts',
    'FairQueue',
    'they share one pool of connections',
  ),
  atEngine(
    'requests of one key at once',
    'http/money-requests.ts',
    'MoneyAsks',
    'the second may come over another edge',
  ),
  atEngine('uploads of a user at once', 'http/calls/call-service.ts', 'createUploadGate', 'they are decoded here'),
  atEngine(
    'reads of the streams at once',
    'cluster/engine/open.ts',
    'readsOfStreams',
    'they share one pool of connections',
  ),
  atEngine('commands that wait for a batch', 'core/commit/command-queue.ts', 'CommandQueue', 'one writer takes them'),
  atEngine('connections to PostgreSQL', 'core/store/bounded-pool.ts', 'BoundedPool', 'edges have none'),
  atEngine('requests of edges in progress', 'cluster/engine/responder.ts', 'requestsMax', 'memory of the engine'),
  atEngine('feeds that are open', 'cluster/engine/feed-board.ts', 'feedsMax', 'each is opened once for all edges'),
  atEngine('parts of large messages', 'cluster/engine/responder.ts', 'PartStore', 'memory of the engine'),
  atEngine(
    'notices of filled orders',
    'markets/spot/notices/filled-notices.ts',
    'FilledNotices',
    'trading waits for no notice',
  ),
  atEngine('work that is repeated', 'core/jobs/jobs.ts', 'startJobs', 'each duty has one scheduler'),
  atEngine(
    'work that fails, until it is tried again',
    'core/jobs/retries.ts',
    'Retries',
    'the work itself stays in its rows',
  ),
];

/** What clients use of the streams: sockets end at edges, and their limits hold for all of them. */
const ofLink: readonly Counter[] = [
  overLink('sockets of a user', 'stream/sign-ins.ts', 'connectionsOfUser', 'more edges give nobody more sockets'),
  overLink('sockets of an address', 'stream/upgrades.ts', 'connectionsOfAddress', 'as above'),
  overLink(
    'what a user costs the stream',
    'stream/stream-budgets.ts',
    'spentByUser',
    'each edge charges what others report',
  ),
  overLink('what an address costs the stream', 'stream/stream-budgets.ts', 'spentByAddress', 'as above'),
  overLink(
    'the reports of an edge',
    'cluster/edge/usage-reports.ts',
    'UsageReports',
    'what is lost is charged to nobody',
  ),
];

const ofProcess: readonly Counter[] = [
  perProcess('sockets', 'stream/upgrades.ts', 'connectionsMax', 'memory of this process'),
  perProcess('messages of a socket', 'stream/connection.ts', 'framesPerSecond', 'a socket has one process'),
  perProcess('bytes that a socket is behind', 'stream/connection.ts', 'bufferedMaxBytes', 'a socket has one process'),
  perProcess(
    'refusals that are explained',
    'stream/stream-reads.ts',
    'mayPublishTo',
    'each costs this process a handshake',
  ),
  perProcess(
    'look-ups of the stream at once',
    'stream/stream-reads.ts',
    'FairQueue',
    'the engine queues those of all edges again',
  ),
  perProcess(
    'requests of an address, before they are read',
    'http/build.ts',
    'rateLimit',
    'the engine counts those of all edges again',
  ),
  perProcess(
    'requests of a wide network, before they are read',
    'http/build.ts',
    'AddressWindows',
    'the engine counts those of all edges again',
  ),
  perProcess('delay of the event loop', 'http/build.ts', 'underPressure', 'a process that is behind refuses'),
  perProcess(
    'delay of the engine’s event loop',
    'cluster/engine/loop-guard.ts',
    'LoopGuard',
    'a process that is behind refuses',
  ),
  perProcess(
    'uploads that are read',
    'http/calls/forwarded-calls.ts',
    'createUploadGate',
    'their bytes lie in this process',
  ),
  perProcess(
    'requests that wait for the engine',
    'cluster/edge/engine-client.ts',
    'waitingMax',
    'memory of this process',
  ),
  perProcess(
    'figures at /metrics',
    'http/metrics.ts',
    'registerMetrics',
    'whoever collects them adds them up, by process',
  ),
  perProcess('spans on their way', 'core/tracing/span-queue.ts', 'spansMax', 'each process exports its own'),
];

/** Everything that is counted, limited or queued, with where it stands and why there. */
export const counters: readonly Counter[] = [...stored, ...ofEngine, ...ofLink, ...ofProcess];
