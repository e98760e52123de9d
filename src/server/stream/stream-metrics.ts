import { Gauge, type Registry } from 'prom-client';
import type { StreamServer } from './stream-server.ts';

/** A gauge of the open stream connections. */
export function measureStream(stream: Pick<StreamServer, 'figures'>, registry: Registry): void {
  const connections: Gauge = new Gauge({
    name: 'dunlin_stream_connections',
    help: 'Open connections of the stream.',
    registers: [registry],
    collect: () => {
      connections.set(stream.figures().connections);
    },
  });
}
