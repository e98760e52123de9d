import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A door before a server: what is behind it can be made to go away, and come back as it was. */
export interface ConnectionGate {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a door on a free port before a port of this machine. */
export async function connectionGate(behind: number): Promise<ConnectionGate> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;

  function pass(socket: Socket): void {
    const inner = connect(behind, '127.0.0.1');
    for (const side of [socket, inner]) {
      sockets.add(side);
      side.on('close', () => {
        sockets.delete(side);
        socket.destroy();
        inner.destroy();
      });
      // The other side sees a break by the close that follows it.
      side.on('error', () => side.destroy());
    }
    socket.pipe(inner).pipe(socket);
  }

  const guard: ConnectionGate = {
    get port() {
      return port;
    },
    async open() {
      if (server !== null) return;
      server = createServer(pass).listen(port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address !== null && typeof address === 'object') port = address.port;
    },
    async shut() {
      if (server === null) return;
      const closed = once(server, 'close');
      server.close();
      server = null;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await guard.open();
  return guard;
}
