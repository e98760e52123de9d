import type { ClientFrame } from '#protocol/core/stream/channels.ts';

/** Asks for a socket of the stream (RFC 6455, section 4.1). */
export const handshake = [
  'GET /stream HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

/** The bytes of a client's message; with a mask of zeros the text stands in them as it is (RFC 6455, section 5.3). */
export function clientFrame(frame: ClientFrame): Buffer {
  const text = Buffer.from(JSON.stringify(frame));
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]);
}
