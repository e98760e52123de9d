import { announceEpoch, browserDeps } from './browser-deps.ts';
import { createHub, type HubConnection } from './hub.ts';
import { tabsMax } from './hub-limits.ts';
import { hubNames, type Broadcast } from './protocol.ts';

/**
 * The hub in a worker of the tab that holds the leader lock: a broadcast channel carries it to the other tabs.
 * Where a SharedWorker is missing, this keeps one socket for all tabs.
 */
const deps = browserDeps();
const hub = createHub(deps);
const tabs = new Map<string, HubConnection>();
const channel = new BroadcastChannel(hubNames.channel);

function connect(name: string): HubConnection | null {
  if (tabs.size >= tabsMax) return null;
  const connection = hub.connect({
    post: (message) => channel.postMessage({ kind: 'toTab', to: name, message } satisfies Broadcast),
    closed: () => void tabs.delete(name),
  });
  tabs.set(name, connection);
  return connection;
}

channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
  if (data.kind === 'ask') announceEpoch(deps.epoch);
  else if (data.kind === 'toHub') (tabs.get(data.from) ?? connect(data.from))?.receive(data.message);
});

announceEpoch(deps.epoch);
