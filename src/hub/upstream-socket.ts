import { heartbeatMs } from '#protocol/core/limits.ts';
import type { ClientFrame, ServerFrame } from '#protocol/core/stream/channels.ts';
import type { HubDeps, HubSocket } from './hub-deps.ts';
import { connectTimeoutMs, greetingTimeoutMs, silenceMs } from './hub-limits.ts';

interface UpstreamSocketListener {
  frame(frame: ServerFrame): void;
  /** The exchange was pinged once more. */
  pinged(): void;
  /** It broke, did not open in time, fell silent, or does not speak the protocol. `close` is still to be called. */
  lost(code?: number): void;
}

/** One socket to the exchange: its frames, and its heartbeat once it was greeted. */
export class UpstreamSocket {
  readonly #deps: HubDeps;
  readonly #listener: UpstreamSocketListener;
  #socket: HubSocket | null = null;
  #receivedAtMs = 0;
  #isGreeted = false;
  #cancelTimer: () => void = () => undefined;

  constructor(deps: HubDeps, listener: UpstreamSocketListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  open(url: string): void {
    this.#isGreeted = false;
    this.#cancelTimer = this.#deps.after(connectTimeoutMs, () => this.#listener.lost());
    const socket: HubSocket = this.#deps.openSocket(url, {
      opened: () => {
        if (socket !== this.#socket || this.#isGreeted) return;
        this.#cancelTimer();
        this.#cancelTimer = this.#deps.after(greetingTimeoutMs, () => this.#listener.lost());
      },
      received: (text) => {
        if (socket === this.#socket) this.#receive(text);
      },
      closed: (code) => {
        if (socket === this.#socket) this.#listener.lost(code);
      },
    });
    this.#socket = socket;
  }

  close(): void {
    this.#cancelTimer();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  say(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Begins to ping, instead of waiting for the socket to open. */
  startHeartbeat(): void {
    this.#cancelTimer();
    this.#isGreeted = true;
    this.#ping();
  }

  #ping(): void {
    if (this.#deps.now() - this.#receivedAtMs >= silenceMs) {
      this.#listener.lost();
      return;
    }
    this.say({ op: 'ping', at: this.#deps.now() });
    this.#cancelTimer = this.#deps.after(heartbeatMs, () => this.#ping());
    this.#listener.pinged();
  }

  #receive(text: string): void {
    this.#receivedAtMs = this.#deps.now();
    let frames: readonly ServerFrame[];
    try {
      frames = JSON.parse(text) as readonly ServerFrame[];
      if (!Array.isArray(frames)) throw new TypeError('not an array of frames');
    } catch {
      // An intermediary does not speak the protocol: start over.
      this.#listener.lost();
      return;
    }
    for (const frame of frames) this.#listener.frame(frame);
  }
}
