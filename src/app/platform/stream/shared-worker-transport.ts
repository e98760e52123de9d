import type { Broadcast, HubMessage, TabMessage } from '../../../hub/protocol.ts';
import type { OpenTransport } from './transport.ts';

/** The name is that of `hubNames.channel`. */
const channelName = 'dunlin.hub';

/** The hub in a SharedWorker: one for all tabs, started by the first. */
export const sharedWorkerTransport: OpenTransport = (_tab, listener) => {
  const worker = new SharedWorker(new URL('../../../hub/hub-worker.ts', import.meta.url), {
    type: 'module',
    name: 'dunlin.hub',
  });
  const life = new AbortController();
  const { signal } = life;
  worker.addEventListener('error', () => listener.failed(), { signal });
  worker.port.addEventListener('message', ({ data }) => listener.received(data as HubMessage), { signal });
  worker.port.start();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Broadcast>) => {
    if (data.kind === 'epoch') listener.announced(data.epoch);
  });
  return {
    send: (message: TabMessage) => worker.port.postMessage(message),
    close: () => {
      life.abort();
      channel.close();
      worker.port.postMessage({ kind: 'bye' } satisfies TabMessage);
      worker.port.close();
    },
  };
};
