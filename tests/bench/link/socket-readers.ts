/**
 * Many sockets of the stream in a process of its own: `node socket-readers.ts PORT COUNT TOPICS`. Each subscribes to the
 * same topics and says that it lives as the app does. Topic frames are counted, and of the first topic also when the
 * last socket had each: with one change at a time, that is when their number reaches a multiple of the sockets.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { heartbeatMs } from '#protocol/core/limits.ts';
import type { Topic } from '#protocol/core/stream/channels.ts';
import { monotonicMs } from './processor-time.ts';
import { clientFrame, handshake } from './socket-frames.ts';

/** What is asked of it. */
export type ReadersQuestion = 'count';

/** What it tells: that all sockets are open, how many frames arrived, and when the last socket had a change. */
export type ReadersReport =
  | { readonly is: 'open' }
  | { readonly is: 'count'; readonly frames: number; readonly open: number }
  | { readonly is: 'change'; readonly nth: number; /** Of the machine's monotonic clock. */ readonly atMs: number };

const [port = '', count = '', topics = ''] = process.argv.slice(2);
const all = topics.split(',') as Topic[];
const sequence = Buffer.from('"seq":');
const followed = Buffer.from(`"topic":"${all[0]}","is":"delta"`);
const openedAtOnce = 50;
/** Heartbeats are spread over their period in so many slices. */
const slices = 100;

let frames = 0;
let changes = 0;
const sockets: Socket[] = [];

function tell(report: ReadersReport): void {
  // The parent may just be gone.
  process.send?.(report, undefined, undefined, () => undefined);
}

function countOf(chunk: Buffer, what: Buffer): number {
  let found = 0;
  for (let at = chunk.indexOf(what); at >= 0; at = chunk.indexOf(what, at + what.length)) found += 1;
  return found;
}

/** A frame that two chunks share is counted by none; those of the followed topic are short and come whole. */
function take(chunk: Buffer): void {
  frames += countOf(chunk, sequence);
  const before = Math.floor(changes / sockets.length);
  changes += countOf(chunk, followed);
  const after = Math.floor(changes / sockets.length);
  if (after > before) tell({ is: 'change', nth: after, atMs: monotonicMs() });
}

async function open(): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(handshake);
  await once(socket, 'data');
  sockets.push(socket);
  socket.on('data', take);
  socket.on('error', () => undefined);
  socket.write(clientFrame({ op: 'subscribe', topics: all }));
}

/** Says that some of the sockets live. */
function beat(slice: number): void {
  const ping = clientFrame({ op: 'ping', at: Date.now() });
  for (let nth = slice; nth < sockets.length; nth += slices) sockets[nth]?.write(ping);
}

let slice = 0;
setInterval(() => beat((slice = (slice + 1) % slices)), heartbeatMs / slices);
for (let opened = 0; opened < Number(count); opened += openedAtOnce) {
  await Promise.all(Array.from({ length: Math.min(openedAtOnce, Number(count) - opened) }, () => open()));
}
process.on('message', () => tell({ is: 'count', frames, open: sockets.filter(({ destroyed }) => !destroyed).length }));
process.on('disconnect', () => process.exit(0));
tell({ is: 'open' });
