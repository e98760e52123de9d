import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, type StoredRequest, TappingClient } from './tapping-client.ts';

/** Between two requests, unless a kind of client has a pace of its own. */
const paceMs = 15;
/** Before a request is sent again of which nothing is known. */
const unknownPauseMs = 60;

/** A user who goes on through faults: each request is sent again under its key until its end is known. */
export abstract class PersistentClient<
  Call extends `POST ${string}`,
  Body,
  Acknowledged extends object,
> extends TappingClient<Call, Body, Acknowledged> {
  /** Tries that ended without an answer, and were made again under their key. */
  unknown = 0;
  /** The last request whose end is known and counts: when it was first sent, and when the user knew. */
  lastKnown = { sentAt: -Infinity, knownAt: -Infinity };
  protected readonly paceMs: number = paceMs;

  /** What the user asks for next. @param address where to look something up that it depends on */
  protected abstract nextRequest(
    address: () => string,
  ): StoredRequest<Call, Body, Acknowledged> | Promise<StoredRequest<Call, Body, Acknowledged>>;

  /** Whether the end of a request shows that its kind of request is served again. */
  protected isServed(_request: StoredRequest<Call, Body, Acknowledged>): boolean {
    return true;
  }

  /**
   * Trades whatever happens to the exchange: a request without an answer is sent again under its key until it is known.
   *
   * @param address asked again for each request
   * @param isOver asked between two requests
   */
  async tradeThrough(address: () => string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const request = await this.nextRequest(address);
      this.requests.push(request);
      const sentAt = performance.now();
      while (request.answer === null) {
        try {
          await this.deliver(address(), request);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          this.unknown += 1;
          await sleep(unknownPauseMs);
        }
      }
      if (this.isServed(request)) this.lastKnown = { sentAt, knownAt: performance.now() };
      await sleep(this.paceMs);
    }
  }
}
