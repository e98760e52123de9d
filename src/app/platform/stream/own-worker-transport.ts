import type { HubMessage, TabMessage } from '../../../hub/protocol.ts';
import type { OpenTransport } from './transport.ts';

/** A hub for this tab alone: where tabs can share nothing. */
export const ownWorkerTransport: OpenTransport = (_tab, listener) => {
  const worker = new Worker(new URL('../../../hub/hub-worker.ts', import.meta.url), {
    type: 'module',
    // The name is that of `hubNames.ownWorker`.
    name: 'dunlin.hub.own',
  });
  worker.addEventListener('error', () => listener.failed());
  worker.addEventListener('message', ({ data }) => listener.received(data as HubMessage));
  return {
    send: (message: TabMessage) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
};
