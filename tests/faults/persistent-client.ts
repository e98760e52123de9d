import { setTimeout as sleep } from 'node:timers/promises';
import { type Code, codes } from '#protocol/core/codes.ts';
import { NoAnswer, type StoredRequest, TappingClient } from './tapping-client.ts';

/** Between two requests, unless a kind of client has a pace of its own. */
const paceMs = 15;
/** Before a request is sent again of which nothing is known. */
const unknownPauseMs = 60;

/** The clocks of a user and of the exchange may differ by this. */
const clocksApartMs = 100;

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
  /**
   * How long after it was made a request may still be done; null where nothing can arrive late, as nothing of a process
   * that was killed can, so that each refusal is an end.
   */
  deadlineMs: number | null = null;
  /** Requests that were refused after a try without an answer, which may still arrive: only the deadline ends that. */
  readonly #refused: { readonly request: StoredRequest<Call, Body, Acknowledged>; readonly code: Code }[] = [];

  /** What the user asks for next. @param address where to look something up that it depends on */
  protected abstract nextRequest(
    address: () => string,
  ): StoredRequest<Call, Body, Acknowledged> | Promise<StoredRequest<Call, Body, Acknowledged>>;

  /** Whether the end of a request shows that its kind of request is served again. */
  protected isServed({ answer }: StoredRequest<Call, Body, Acknowledged>): boolean {
    return answer !== codes.busyRetry;
  }

  protected override request(call: Call, body: Body): StoredRequest<Call, Body, Acknowledged> {
    const asked = super.request(call, body);
    return this.deadlineMs === null ? asked : { ...asked, deadline: Date.now() + this.deadlineMs };
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
      const tries = await this.#untilAnswered(address, request);
      if (this.isServed(request)) this.lastKnown = { sentAt, knownAt: performance.now() };
      const { answer } = request;
      const mayArrive = request.deadline !== undefined && tries > 1 && answer !== codes.busyRetry;
      if (mayArrive && typeof answer === 'number') this.#refused.push({ request, code: answer });
      await sleep(this.paceMs);
    }
    for (const refused of this.#refused.splice(0)) await this.#end(address, refused);
  }

  /** @returns how often it was sent */
  async #untilAnswered(address: () => string, request: StoredRequest<Call, Body, Acknowledged>): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.deliver(address(), request);
        return tries;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.unknown += 1;
        await sleep(unknownPauseMs);
      }
    }
  }

  /**
   * Asks for the end of a request that was refused after a try without an answer: that try did it, or nothing will do it
   * any more, as in the app (`src/app/platform/pending-outcomes/checking.ts`).
   */
  async #end(
    address: () => string,
    { request, code }: { readonly request: StoredRequest<Call, Body, Acknowledged>; readonly code: Code },
  ): Promise<void> {
    await sleep(Math.max(0, (request.deadline ?? 0) + clocksApartMs - Date.now()));
    request.answer = null;
    await this.#untilAnswered(address, request);
    if (request.answer === codes.busyRetry) request.answer = code;
  }
}
