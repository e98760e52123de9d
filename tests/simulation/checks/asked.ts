import type { Envelope } from '#protocol/core/envelope.ts';
import { askServed, type Served } from '../edges.ts';

/** Asks the exchange a call by its path with its query, in somebody's name, over no network. @returns what it answers */
export type Ask = (path: string, token: string) => Promise<unknown>;

/** @param served what serves now; null while nothing does */
export function askerOf(served: () => Served | null): Ask {
  return async (path, token) => {
    const by = served();
    const headers = { authorization: `Bearer ${token}` };
    const response = by === null ? null : await askServed(by, { url: `/api/${path}`, headers });
    if (response?.statusCode !== 200) throw new Error(`${path} was answered with ${response?.body ?? 'nothing'}`);
    return response.json<Envelope>().data;
  };
}
