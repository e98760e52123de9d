import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#protocol/core/codes.ts';

/** How long an exchange may be too busy for a request. */
const busyMostMs = 30_000;
const againMs = 500;

/**
 * `fetch` for calls of the exchange beside the page. One that is too busy has done nothing and asks to come again, which is
 * no fault of it: on a slow machine it is, and its answer has no data. So the same request is sent again until it is done
 * or refused for something else.
 *
 * @returns the first answer that is not "busy", or the last one when the exchange stays busy for half a minute
 */
export async function askExchange(url: string, request?: RequestInit): Promise<Response> {
  for (const end = Date.now() + busyMostMs; ; await sleep(againMs)) {
    const answer = await fetch(url, request);
    if (Date.now() > end) return answer;
    const said: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    const isBusy = typeof said === 'object' && said !== null && 'code' in said && said.code === codes.busyRetry;
    if (!isBusy) return answer;
  }
}
