import Fastify from 'fastify';
import { registerHealth } from '#server/http/health-routes.ts';

/** The answers of a well and of an unwell exchange to a path of its health, as HTTP statuses. */
export async function healthStatuses(path: string): Promise<{ well: number; unwell: number; ending: number }> {
  const ask = async (status: 'ready' | 'degraded', isEnding: boolean) => {
    const app = Fastify();
    registerHealth(app, { report: () => ({ status, parts: [] }) }, () => isEnding);
    const { statusCode } = await app.inject(path);
    await app.close();
    return statusCode;
  };
  return {
    well: await ask('ready', false),
    unwell: await ask('degraded', false),
    ending: await ask('degraded', true),
  };
}
