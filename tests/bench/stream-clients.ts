/**
 * Many readers of the stream in a process of their own: `node stream-clients.ts PORT COUNT TOPICS`. Each subscribes
 * to the same topics; how many topic frames arrived altogether is answered to each message of the parent.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Topic } from '#protocol/core/stream/channels.ts';
import { clientFrame, handshake } from './link/socket-frames.ts';

const [port, count, topics = ''] = process.argv.slice(2);
const sequence = Buffer.from('"seq":');
let arrived = 0;

/** Counts the topic frames of a chunk by their sequence numbers; reading them is the page's work, not measured here. */
function take(chunk: Buffer): void {
  for (let at = chunk.indexOf(sequence); at >= 0; at = chunk.indexOf(sequence, at + sequence.length)) arrived += 1;
}

async function open(subscription: Buffer): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(handshake);
  await once(socket, 'data');
  socket.on('data', take);
  socket.write(subscription);
  return socket;
}

const subscription = clientFrame({ op: 'subscribe', topics: topics.split(',') as Topic[] });
for (let opened = 0; opened < Number(count); opened += 100) {
  await Promise.all(Array.from({ length: 100 }, () => open(subscription)));
}
process.on('message', () => process.send?.({ arrived }));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
