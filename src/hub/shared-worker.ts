import { announceEpoch, browserDeps } from './browser-deps.ts';
import { createHub } from './hub.ts';
import type { TabMessage } from './protocol.ts';

/** The hub in a SharedWorker: each tab is a port. */
declare const self: SharedWorkerGlobalScope;

const deps = browserDeps();
const hub = createHub(deps);

self.addEventListener('connect', ({ ports: [port] }) => {
  if (port === undefined) return;
  const tab = hub.connect({ post: (message) => port.postMessage(message), closed: () => port.close() });
  port.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
  port.start();
});

announceEpoch(deps.epoch);
