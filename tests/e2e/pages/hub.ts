/**
 * A page that does nothing but hold topics of the stream. `?without=SharedWorker,locks` takes away what a browser may
 * not have, before the stream looks.
 */
import type { Topic } from '#protocol/core/stream/channels.ts';
import { followOtherTabs } from '#app/platform/session/session.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeSession } from './wipe-session.ts';

declare global {
  interface Window {
    hubPage: {
      subscribe(topic: Topic): void;
      view(topic: Topic): unknown;
      connection(): string;
      signIn(token: string, account: string): void;
      signOut(): void;
    };
  }
}

for (const name of (new URLSearchParams(location.search).get('without') ?? '').split(',')) {
  if (name === 'SharedWorker') Reflect.deleteProperty(window, name);
  if (name === 'locks') Reflect.deleteProperty(Navigator.prototype, name);
}

const { startStream } = await import('#app/platform/stream/start-stream.ts');
const { stream } = await import('#app/platform/stream/stream.ts');

window.hubPage = {
  subscribe: (topic) => void stream.subscribe(topic, () => undefined),
  view: (topic) => stream.view(topic),
  connection: () => stream.connection.get().state,
  signIn,
  signOut: wipeSession,
};
followOtherTabs(() => undefined);
await startStream();
