import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves what is answered to each address as the exchange would, for programs that ask over HTTP. */
export async function serveAnswers(
  answer: (url: URL) => Promise<unknown>,
): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    void answer(url).then((data) => response.end(JSON.stringify({ code: 200, data, msg: 'success', type: 'ok' })));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The page of a list that an address asks for. */
export function askedPage({ searchParams }: URL) {
  const cursor = searchParams.get('cursor');
  return { size: Number(searchParams.get('size') ?? '20'), ...(cursor === null ? {} : { cursor }) };
}
