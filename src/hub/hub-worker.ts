import { announceEpoch, browserDeps } from './browser-deps.ts';
import { createHub, type HubConnection } from './hub.ts';
import { tabsMax } from './hub-limits.ts';
import { type Broadcast, hubNames, type TabMessage } from './protocol.ts';

/**
 * The worker that runs the hub, one file for all three ways: a device keeps the hub once, whichever way it needs. A
 * SharedWorker knows itself by its scope, the other two by the name that the page gives them.
 */
declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope;

if ('onconnect' in self) serveShared(self);
else if (self.name === hubNames.electedWorker) serveElected();
else serveOwn(self);

/** The hub in a SharedWorker: each tab is a port. */
function serveShared(scope: SharedWorkerGlobalScope): void {
  const deps = browserDeps();
  const hub = createHub(deps);
  scope.addEventListener('connect', ({ ports: [port] }) => {
    if (port === undefined) return;
    const tab = hub.connect({ post: (message) => port.postMessage(message), closed: () => port.close() });
    port.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
    port.start();
  });
  announceEpoch(deps.epoch);
}

/**
 * The hub in a worker of the tab that holds the leader lock: a broadcast channel carries it to the other tabs. Where a
 * SharedWorker is missing, this keeps one socket for all tabs.
 */
function serveElected(): void {
  const deps = browserDeps();
  const hub = createHub(deps);
  const tabs = new Map<string, HubConnection>();
  const channel = new BroadcastChannel(hubNames.channel);
  const connect = (name: string): HubConnection | null => {
    if (tabs.size >= tabsMax) return null;
    const connection = hub.connect({
      post: (message) => channel.postMessage({ kind: 'toTab', to: name, message } satisfies Broadcast),
      closed: () => void tabs.delete(name),
    });
    tabs.set(name, connection);
    return connection;
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === 'ask') announceEpoch(deps.epoch);
    else if (data.kind === 'toHub') (tabs.get(data.from) ?? connect(data.from))?.receive(data.message);
  });
  announceEpoch(deps.epoch);
}

/** The hub in a worker of one tab alone: for browsers that have nothing tabs could share. */
function serveOwn(scope: DedicatedWorkerGlobalScope): void {
  // The worker ends with its tab, so there is nothing to notice.
  const deps = { ...browserDeps(), whenTabGone: () => () => undefined };
  const tab = createHub(deps).connect({ post: (message) => scope.postMessage(message) });
  scope.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
}
