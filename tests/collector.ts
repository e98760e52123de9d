import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[] }[];
}

/** A collector of traces: OTLP over HTTP with JSON. */
export interface Collector {
  readonly spans: readonly ExportedSpan[];
  readonly authorizations: ReadonlySet<string | undefined>;
  readonly address: string;
  readonly server: Server;
}

/** Starts a collector that keeps everything in memory. */
export async function startCollector(): Promise<Collector> {
  const spans: ExportedSpan[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      authorizations.add(request.headers.authorization);
      if (request.url === '/v1/traces') {
        for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { spans, authorizations, address: `http://127.0.0.1:${port}`, server };
}
