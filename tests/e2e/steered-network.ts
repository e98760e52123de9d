import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A network between phones and an exchange that a test steers. */
export interface SteeredNetwork {
  /** Where phones find the exchange. */
  readonly address: string;
  /** Answers requests whose path fits with a page of its own and status 200, as a hotel's does; null ends it. */
  readonly capture: (paths: RegExp | null) => void;
  /** Lets all answers together have so many bytes a second, each after a wait. */
  readonly slow: (bytesPerSecond: number, latencyMs: number) => void;
  /** Cuts every connection, and refuses new ones until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** The page of a network that wants to be signed in to. */
export const portalPage = '<!doctype html><title>Hotel Wi-Fi</title><h1>Sign in to the hotel Wi-Fi</h1>';

/** Stands between phones and an exchange at an address. */
export async function startSteeredNetwork(exchange: string): Promise<SteeredNetwork> {
  const to = new URL(exchange);
  const sockets = new Set<Socket>();
  let captured: RegExp | null = null;
  let pace: { readonly bytesPerSecond: number; readonly latencyMs: number } | null = null;
  let isCut = false;
  let line: Promise<unknown> = Promise.resolve();

  /** Waits until the line has carried so many bytes, after those before them. */
  const carried = (bytes: number) => {
    const { bytesPerSecond } = pace ?? { bytesPerSecond: Number.POSITIVE_INFINITY };
    line = line.then(() => sleep((bytes / bytesPerSecond) * 1_000));
    return line;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (pace !== null) await sleep(pace.latencyMs);
    if (captured?.test(new URL(request.url ?? '/', exchange).pathname) === true) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
      return;
    }
    const { method, url, headers } = request;
    const asked = ask({ host: to.hostname, port: to.port, method, path: url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      const send = async () => {
        for await (const chunk of answered as AsyncIterable<Buffer>) {
          if (pace !== null) await carried(chunk.length);
          response.write(chunk);
        }
        response.end();
      };
      send().catch(() => response.destroy());
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  };

  const server = createServer((request, response) => void answer(request, response));
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ method, url, rawHeaders }, socket: Socket, head) => {
    const onward = connect(Number(to.port), to.hostname, () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on('close', () => sockets.delete(onward));
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    capture: (paths) => {
      captured = paths;
    },
    slow: (bytesPerSecond, latencyMs) => {
      pace = { bytesPerSecond, latencyMs };
    },
    cut: () => {
      isCut = true;
      dropAll();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      dropAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
