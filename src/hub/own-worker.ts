import { browserDeps } from './browser-deps.ts';
import { createHub } from './hub.ts';
import type { TabMessage } from './protocol.ts';

/** The hub in a worker of one tab alone: for browsers that have nothing tabs could share. */
declare const self: DedicatedWorkerGlobalScope;

// The worker ends with its tab, so there is nothing to notice.
const deps = { ...browserDeps(), whenTabGone: () => () => undefined };
const tab = createHub(deps).connect({ post: (message) => self.postMessage(message) });

self.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
