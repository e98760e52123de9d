import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import type { Cluster } from './cluster.ts';
import { statusOf } from './status.ts';

const acts = ['kill', 'pause', 'resume', 'stop', 'start'] as const;
type Act = (typeof acts)[number];

const help = `kill NAME    ends it at once; it is started again, and a PostgreSQL comes back as the standby
pause NAME   lets none of it run; it neither ends nor answers
resume NAME  lets it run again
stop NAME    ends it in order; it stays away
start NAME   starts it again
status       what every member does`;

const socketIn = (folder: string) => path.join(folder, 'control.sock');

/** Takes commands for a running cluster, on a socket in its folder. */
export async function openControl(folder: string, cluster: Cluster): Promise<{ close(): void }> {
  rmSync(socketIn(folder), { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => {
      void answer(cluster, text.trim().split(/\s+/)).then(
        (words) => socket.end(words),
        (error: unknown) => socket.end(error instanceof Error ? error.message : String(error)),
      );
    });
  });
  server.listen(socketIn(folder));
  await once(server, 'listening');
  return { close: () => void server.close() };
}

/** Has a command carried out by the cluster of a folder. @returns what it answers, or that none runs */
export async function askControl(folder: string, words: readonly string[]): Promise<string> {
  const socket = connect(socketIn(folder));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.end(words.join(' '));
  try {
    await once(socket, 'close');
    return text;
  } catch {
    return `No cluster runs on ${folder}: start one by npm run cluster.`;
  }
}

async function answer(cluster: Cluster, [act = '', name = '']: readonly string[]): Promise<string> {
  if (act === 'status') {
    const lines = [...(await statusOf(cluster))].map(([member, doing]) => `${member.padEnd(10)} ${doing}`);
    return lines.join('\n');
  }
  if (!isAct(act)) return help;
  await cluster.member(name)[act]();
  return `${name}: ${act}`;
}

function isAct(word: string): word is Act {
  return acts.some((act) => act === word);
}
