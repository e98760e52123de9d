/** How long a browser may take to answer a command; loading a page is one. */
const answerMostMs = 60_000;

type Message =
  | { readonly type: 'success'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }
  | { readonly type: 'event'; readonly method: string; readonly params: unknown };

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection that speaks WebDriver BiDi (W3C): commands with an answer each, and events. */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEvent: (method: string, params: unknown) => void;
  #last = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser closed the connection'));
      this.#waiting.clear();
    });
  }

  static async open(address: string, onEvent: (method: string, params: unknown) => void): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
    });
    return new BidiConnection(socket, onEvent);
  }

  /** @throws Error with the browser's words when it refuses the command */
  async send<Result>(method: string, params: object): Promise<Result> {
    const id = (this.#last += 1);
    let timer: NodeJS.Timeout | undefined;
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => reject(new Error(`${method}: no answer within ${answerMostMs} ms`)), answerMostMs);
        this.#socket.send(JSON.stringify({ id, method, params }));
      })) as Result;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: Message): void {
    if (message.type === 'event') return this.#onEvent(message.method, message.params);
    const waiting = this.#waiting.get(message.id);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }
}
