import type { FastifyInstance } from 'fastify';
import type { Envelope } from '#protocol/core/envelope.ts';

/** Asks the exchange a call by its path with its query, in somebody's name, over no network. @returns what it answers */
export type Ask = (path: string, token: string) => Promise<unknown>;

/** @param app the exchange as it runs now; null while it does not */
export function askerOf(app: () => FastifyInstance | null): Ask {
  return async (path, token) => {
    const response = await app()?.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${token}` } });
    if (response?.statusCode !== 200) throw new Error(`${path} was answered with ${response?.body ?? 'nothing'}`);
    return response.json<Envelope>().data;
  };
}
