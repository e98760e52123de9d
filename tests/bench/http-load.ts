import { connect, type Socket } from 'node:net';

/** What came back for one request. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * One keep-alive HTTP/1.1 connection that sends a request at a time. It does as little as it can, because it
 * runs beside what it measures.
 */
export class LoadConnection {
  private readonly socket: Socket;
  private received = '';
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.read(text));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection closed')));
  }

  static open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new LoadConnection(socket)));
      socket.once('error', reject);
    });
  }

  post(path: string, headers: string, body: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.settle = null;
    this.socket.destroy();
  }

  private read(text: string): void {
    this.received += text;
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    // Answers of the exchange are ASCII here, so characters are bytes.
    if (this.received.length < headEnd + 4 + length) return;
    const body = this.received.slice(headEnd + 4, headEnd + 4 + length);
    this.received = this.received.slice(headEnd + 4 + length);
    const settle = this.settle;
    this.settle = null;
    settle?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  private fail(error: Error): void {
    this.settle?.reject(error);
    this.settle = null;
  }
}
