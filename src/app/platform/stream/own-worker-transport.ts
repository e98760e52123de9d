import type { HubMessage, TabMessage } from '../../../hub/protocol.ts';
import type { OpenTransport } from './transport.ts';

/** A hub for this tab alone: where tabs can share nothing. */
export const ownWorkerTransport: OpenTransport = (_tab, listener) => {
  const worker = new Worker(new URL('../../../hub/own-worker.ts', import.meta.url), {
    type: 'module',
    name: 'dunlin.hub',
  });
  worker.addEventListener('error', () => listener.failed());
  worker.addEventListener('message', ({ data }) => listener.received(data as HubMessage));
  return {
    send: (message: TabMessage) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
};
