import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const upWithinMs = 60_000;
const answerWithinMs = 1_000;

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

/** Whether a TCP server of this machine accepts a connection, and says something if it is to. */
export function accepts(port: number, greets: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
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
