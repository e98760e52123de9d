import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * What a network on the way does to WebSockets, while HTTP passes: nothing, refuse the upgrade with 400, accept it and
 * pass nothing on, or end every connection after 20 s.
 */
export type ProxyMood = 'good' | 'refuses' | 'silent' | 'cuts';

/** The key that every accepted upgrade is answered with (RFC 6455, section 1.3). */
const handshakeKey = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const cutMs = 20_000;

export interface StreamProxy {
  readonly address: string;
  /** Changes how the network is; connections that are open end. */
  become(mood: ProxyMood): void;
  /** Upgrades that were asked for since the mood changed. */
  upgrades(): number;
  close(): Promise<void>;
}

/** A proxy between a browser and an exchange. @param target address of the exchange */
export async function openStreamProxy(target: string): Promise<StreamProxy> {
  const { hostname, port } = new URL(target);
  let mood: ProxyMood = 'good';
  let upgrades = 0;
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ hostname, port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming, socket, head) => {
    upgrades += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (mood === 'refuses') socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    else if (mood === 'silent') accept(incoming, socket);
    else pass(incoming, socket, head, mood === 'cuts');
  });

  function accept(incoming: IncomingMessage, socket: Duplex): void {
    const key = incoming.headers['sec-websocket-key'] ?? '';
    const answer = createHash('sha1')
      .update(key + handshakeKey)
      .digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade'];
    socket.write([...head, `sec-websocket-accept: ${answer}`, '', ''].join('\r\n'));
    socket.resume();
  }

  function pass(incoming: IncomingMessage, socket: Duplex, head: Buffer, isCut: boolean): void {
    const further = connect(Number(port), hostname, () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
      further.write(`${lines.join('\r\n')}\r\n\r\n`);
      further.write(head);
      further.pipe(socket);
      socket.pipe(further);
    });
    const end = () => {
      further.destroy();
      socket.destroy();
    };
    further.on('error', end);
    further.on('close', end);
    socket.on('close', end);
    if (isCut) setTimeout(end, cutMs).unref();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next) {
      mood = next;
      upgrades = 0;
      for (const socket of sockets) socket.destroy();
    },
    upgrades: () => upgrades,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
