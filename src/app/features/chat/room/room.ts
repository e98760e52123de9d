import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ChatUpdate, Topic } from '#protocol/core/stream/channels.ts';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { sentMessage } from '#app/platform/offline/chat-sending.ts';
import { observable } from '#app/platform/observable.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { type ChatList, newestQuery, pageSize } from '../queries.ts';
import { gapBelow, type Held, unbroken, withMessages, withoutRest } from './room-messages.ts';

/** A room as its screen shows it. */
export interface RoomView {
  /** Oldest first, without a gap. */
  readonly messages: readonly ChatMessage[];
  /** False until the exchange or this device delivered messages. */
  readonly isLoaded: boolean;
  /** There is nothing before the first of them. */
  readonly isWhole: boolean;
  readonly isLoadingOlder: boolean;
  /** Why older messages did not come; null when they did. */
  readonly olderError: unknown;
  /** The first answer failed, and nothing is stored. */
  readonly error: unknown;
}

/** Messages that are fetched to fill a gap, in all and by the page; a longer gap is left to who reads back there. */
const gapMax = 500;
const gapPage = 100;

/** One group while its screen is open: stored, fetched and streamed messages as one conversation. */
export class Room {
  readonly view = observable<RoomView>({
    messages: [],
    isLoaded: false,
    isWhole: false,
    isLoadingOlder: false,
    olderError: null,
    error: null,
  });
  readonly #client: QueryClient;
  readonly #group: string;
  readonly #stops: (() => void)[] = [];
  #held: Held = new Map();
  #isFilling = false;
  #isOpen = false;

  constructor(client: QueryClient, group: string) {
    this.#client = client;
    this.#group = group;
    this.#takeStored();
  }

  /** Begins to listen; returns how to stop. */
  open(): () => void {
    this.#isOpen = true;
    const topic: Topic = `chat:${this.#group}`;
    // The device may deliver what it has stored only after the screen is there.
    const stored = new QueryObserver(this.#client, { ...newestQuery(this.#group), enabled: false });
    this.#stops.push(
      stored.subscribe(() => this.#takeStored()),
      stream.listen(topic, ({ data }) => this.#hear(data as ChatUpdate)),
      sentMessage.subscribe(() => {
        const message = sentMessage.get();
        if (message?.group === this.#group) this.#hear({ messages: [message] });
      }),
    );
    const reported = stream.view<'chat'>(topic);
    if (reported !== null) this.#hear(reported);
    void this.load();
    return () => {
      this.#isOpen = false;
      for (const stop of this.#stops.splice(0)) stop();
    };
  }

  /** Asks for the newest messages. */
  async load(): Promise<void> {
    try {
      const { messages, next } = await this.#client.fetchQuery({
        ...newestQuery(this.#group),
        staleTime: 0,
        retry: false,
      });
      if (!this.#isOpen) return;
      this.#take(messages);
      if (next === null) this.#set({ isWhole: true });
      this.#set({ error: null });
      void this.#fillGap();
    } catch (error) {
      this.#set({ error });
    }
  }

  /** Fetches the page before the first message, whenever the user scrolls back. */
  async loadOlder(): Promise<void> {
    const { isLoadingOlder, isWhole, messages } = this.view.get();
    const [first] = messages;
    if (isLoadingOlder || isWhole || first === undefined) return;
    this.#set({ isLoadingOlder: true, olderError: null });
    try {
      const cursor = String(first.number);
      const page = await call('GET getChatList', { what: 'messages', group: this.#group, cursor, size: pageSize });
      if (!this.#isOpen) return;
      this.#take(page.messages);
      this.#set({ isLoadingOlder: false, isWhole: page.next === null });
    } catch (olderError) {
      this.#set({ isLoadingOlder: false, olderError });
    }
  }

  /** Fetches the past until a message is there; false when it is not to be had. */
  async reach(number: number): Promise<boolean> {
    while (this.#isOpen && !this.#held.has(number)) {
      const before = this.view.get().messages[0]?.number ?? 0;
      if (before <= number) return false;
      await this.loadOlder();
      if ((this.view.get().messages[0]?.number ?? 0) >= before) return false;
    }
    return this.#held.has(number);
  }

  /** Shows what this device has until anything newer comes. */
  #takeStored(): void {
    const stored = this.#client.getQueryData<ChatList>(newestQuery(this.#group).queryKey);
    if (stored !== undefined && !this.view.get().isLoaded) this.#take(stored.messages);
  }

  #hear(update: ChatUpdate): void {
    this.#take(update.messages, update.removed);
    this.#keep();
    void this.#fillGap();
  }

  #take(messages: readonly ChatMessage[], removed: readonly number[] = []): void {
    this.#held = withMessages(this.#held, messages, removed);
    const shown = unbroken(this.#held);
    const before = this.view.get();
    // What was whole is not any more when so much came that the conversation begins again behind a gap.
    const isSameStart = shown[0]?.number === before.messages[0]?.number;
    const isWhole = shown[0]?.number === 1 || (before.isWhole && isSameStart);
    this.#set({ messages: shown, isLoaded: true, isWhole });
  }

  /** The newest messages stay on the device for the next visit. */
  #keep(): void {
    const { messages } = this.view.get();
    this.#client.setQueryData<ChatList>(newestQuery(this.#group).queryKey, (kept) =>
      kept === undefined ? kept : { ...kept, messages: messages.slice(-Number(pageSize)).toReversed() },
    );
  }

  /** Closes the gap between earlier and new messages, as after a lost connection. */
  async #fillGap(): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      while (this.#isOpen) {
        const after = gapBelow(this.#held);
        if (after === null) return;
        const [first] = unbroken(this.#held);
        if ((first?.number ?? 0) - after > gapMax) break;
        const missing = { what: 'messages', group: this.#group, after: String(after), size: String(gapPage) } as const;
        const { messages } = await call('GET getChatList', missing);
        if (messages.length === 0) break;
        this.#take(messages);
      }
      this.#held = withoutRest(this.#held);
    } catch {
      // What follows is shown without what came before it; reading back asks for that again.
      this.#held = withoutRest(this.#held);
    } finally {
      this.#isFilling = false;
    }
  }

  #set(change: Partial<RoomView>): void {
    this.view.set({ ...this.view.get(), ...change });
  }
}
