import { browserDeps } from './browser-deps.ts';
import { createHub } from './hub.ts';
import type { TabMessage } from './protocol.ts';

/** The hub in a worker of one tab alone: for browsers that have nothing tabs could share. */
declare const self: DedicatedWorkerGlobalScope;

const tab = createHub(browserDeps()).connect({ post: (message) => self.postMessage(message) });

self.addEventListener('message', ({ data }) => tab.receive(data as TabMessage));
