import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../core/config/config.ts';
import { edgeLimits, type EdgeSettings } from '../http/build.ts';
import type { ReadCallDeps } from '../http/calls/read-call.ts';

/** The settings of the HTTP edge. */
export function edgeSettings(
  config: Config,
  appDirectory: string | null,
): EdgeSettings & ReadCallDeps & { readonly strict: boolean } {
  const { callsPerAddress, rateWindowMs, lagMaxMs } = edgeLimits(config.callsPerMinute);
  return {
    callsPerAddress,
    rateWindowMs,
    lagMaxMs,
    apiBase: config.apiBase,
    streamBase: config.streamBase,
    fileBase: config.fileBase,
    appDirectory,
    otherOrigins: {
      own: [],
      framedHosts: config.webViewHosts,
      pictures: config.mapTiles === null ? [] : [new URL(config.mapTiles.template).origin],
    },
    trustedProxies: config.trustedProxies,
    countryHeader: config.countryHeader,
    publicOrigin: config.publicOrigin,
    strict: false,
  };
}

/** Where an HTTP server listens, as in `http://127.0.0.1:8080`. */
export function addressOf(app: FastifyInstance, config: Config): string {
  const { port } = app.server.address() as AddressInfo;
  const isEverywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = isEverywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}
