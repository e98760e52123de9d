import type { FastifyInstance } from 'fastify';
import type { Health } from '../core/jobs/health.ts';

/**
 * Health at fixed addresses. `/livez`: the process answers, whatever the state of its parts. `/readyz`: 200 when every
 * part is healthy, 503 while degraded, with the parts; sockets and reads from memory continue then. `/healthz` reports
 * the same in one word. `/servez` is for balancers: 200 while the process is to be given requests, whatever the state of
 * its parts, and 404 from the moment it begins to end, while it still serves.
 */
export function registerHealth(
  app: FastifyInstance,
  health: Pick<Health, 'report'>,
  isEnding: () => boolean = () => false,
): void {
  app.get('/servez', async (_request, reply) =>
    reply
      .status(isEnding() ? 404 : 200)
      .header('cache-control', 'no-store')
      .send({ status: isEnding() ? 'ending' : 'serving' }),
  );
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const report = health.report();
    return reply
      .status(report.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
  app.get('/healthz', async (_request, reply) => {
    const isReady = health.report().status === 'ready';
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'down' });
  });
}
