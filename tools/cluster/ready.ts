import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const upWithinMs = 60_000;
const answerWithinMs = 1_000;
/** No server listens there (`tcpmux`), so the kernel of a host that is reached refuses it at once, whatever runs there. */
const refusedPort = 1;

/** Waits until something holds. @throws Error when it does not in time */
export async function until(holds: () => Promise<boolean>, what: string, withinMs = upWithinMs): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(50)) if (await holds()) return;
  throw new Error(`${what}: not within ${withinMs / 1_000} s`);
}

/** Whether a path of an HTTP server answers with 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Whether a TCP server accepts a connection, and says something if it is to. */
export function accepts(port: number, greets: boolean, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (isOk: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(isOk);
    };
    const late = setTimeout(() => end(false), answerWithinMs);
    socket.on('error', () => end(false));
    socket.on('connect', () => greets || end(true));
    socket.on('data', () => end(true));
  });
}

/** Whether a host is reached over the network, also while everything on it is paused or ended. */
export function isReached(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(refusedPort, host);
    const end = (isOk: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(isOk);
    };
    const late = setTimeout(() => end(false), answerWithinMs);
    socket.on('connect', () => end(true));
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'));
  });
}
