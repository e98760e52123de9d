import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/**
 * One user at ten times their limits, in a thread of its own so that its work is not measured: it asks while it is
 * asked to, and stops when asked.
 */
export interface GreedyOrder {
  /** Of the exchange, as in `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly token: string;
  readonly way: 'stream' | 'calls';
  /** Paths of calls that are asked for, from `/api/` on. */
  readonly paths: readonly string[];
}

const { address, token, way, paths } = workerData as GreedyOrder;
/** Not the address of those who are measured. */
const localAddress = '127.0.0.2';
const sockets = 200;
const resyncsPerSecond = 10;
/** A browser would wait longer; this one does not care. */
const comesBackMs = 1_000;
const callsAtOnce = 200;

let isOn = false;
/** Sockets and calls that are open. */
const underWay = { count: 0 };

/** `true` begins, `false` ends and is answered when nothing is under way any more. */
parentPort?.on('message', async (on: boolean) => {
  isOn = on;
  if (on) return;
  while (underWay.count > 0) await sleep(20);
  parentPort?.postMessage('quiet');
});

async function keepSocket(): Promise<void> {
  for (;;) {
    if (isOn) {
      underWay.count += 1;
      await useSocket();
      underWay.count -= 1;
    }
    await sleep(comesBackMs);
  }
}

/** Signs in and requests the account repeatedly, until disconnected or stopped. */
function useSocket(): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/stream`, { perMessageDeflate: false, localAddress });
    const say = (frame: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    };
    let timer: NodeJS.Timeout | undefined;
    socket.on('open', () => {
      say({ op: 'auth', token });
      say({ op: 'subscribe', topics: ['account', 'ticker:BTCUSDT', 'depth:BTCUSDT'] });
      timer = setInterval(() => {
        if (isOn) say({ op: 'resync', topic: 'account' });
        else socket.terminate();
      }, 1_000 / resyncsPerSecond);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce, localAddress });

async function keepCalling(nth: number): Promise<void> {
  for (let turn = nth; ; turn += 1) {
    if (!isOn) {
      await sleep(50);
      continue;
    }
    underWay.count += 1;
    const status = await call(paths[turn % paths.length] ?? '/');
    underWay.count -= 1;
    if (status >= 400) await sleep(comesBackMs);
  }
}

/** @returns the status, 599 when there was no answer */
function call(path: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(
      `${address}/api/${path}`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 599));
        answer.on('error', () => resolve(599));
      },
    );
    asked.on('error', () => resolve(599));
    asked.end();
  });
}

if (way === 'stream') for (let nth = 0; nth < sockets; nth += 1) void keepSocket();
else for (let nth = 0; nth < callsAtOnce; nth += 1) void keepCalling(nth);
