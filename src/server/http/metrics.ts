import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { clientAddress, noProxies } from '../core/config/client-address.ts';
import { RequestFault } from '../core/failures/request-fault.ts';

/** Whether a request was made on this machine itself, and not by a proxy for a remote client. */
function isFromThisMachine(request: FastifyRequest): boolean {
  return clientAddress(noProxies, request.raw).isLocal;
}

/** Times every request and serves the figures at `/metrics`, on loopback only. */
export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'dunlin_http_request_seconds',
    help: 'Time to answer a request, by route and HTTP status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    next();
  });
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new RequestFault(404, 'notFound', 'Metrics are for this machine only');
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}
