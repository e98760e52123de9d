import type { Notice, NoticeSubject } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import {
  announcements,
  findNotice,
  listNotices,
  newestUnread,
  type NoticeQuery,
  type NoticeWithText,
  type OwnMessage,
  withTexts,
} from './notice-list.ts';
import { countUnread, markAllRead, markRead } from './read-state.ts';
import type { NoticeFacts } from './tables.ts';
import { writeNotices } from './write-notice.ts';

/** Notices: to everybody and to one user, read one by one or all at once (spec point 4). */
export interface Notices {
  /** Writes a notice to one user inside the transaction that caused it. @param subject what it leads to */
  send(
    tx: Transaction,
    owner: bigint,
    kind: Notice['kind'],
    articleKey: string,
    facts: NoticeFacts,
    subject?: NoticeSubject,
  ): Promise<void>;
  /** Notifies listeners that an owner's notices changed, or all with null; call it after the commit. */
  changed(owner: bigint | null): void;
  /** Calls back with every owner whose notices changed; null for all. Returns an unsubscribe function. */
  onChange(listener: (owner: bigint | null) => void): () => void;
  unread(owner: bigint): Promise<number>;
  list(owner: bigint, query: NoticeQuery): Promise<{ list: NoticeWithText[]; next: string | null }>;
  /** The notice, now marked read; null when the user has none under that id. */
  read(owner: bigint, id: bigint, language: Locale): Promise<NoticeWithText | null>;
  /** @param through the newest notice seen: later ones stay unread; null for all */
  readAll(owner: bigint, through: bigint | null): Promise<void>;
  /** The newest notices to this user alone that are unread, for the scroller. */
  newestUnread(owner: bigint, size: number, language: Locale): Promise<OwnMessage[]>;
  /** The newest notices to everybody, for the scroller. */
  announcements(size: number, language: Locale): Promise<{ key: string; text: string; at: number }[]>;
}

/** Notices over the store. */
export function createNotices(database: Database, clock: Clock): Notices {
  const listeners = new Set<(owner: bigint | null) => void>();
  const notify = (owner: bigint | null) => {
    for (const listener of listeners) listener(owner);
  };

  return {
    async send(tx, owner, kind, articleKey, facts, subject) {
      const notice = { owner, kind, articleKey, facts, at: clock() };
      await writeNotices(tx, [subject === undefined ? notice : { ...notice, subject }]);
    },
    changed: notify,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unread: (owner) => countUnread(database, owner),
    list: (owner, query) => listNotices(database, owner, query),
    async read(owner, id, language) {
      const row = await findNotice(database, owner, id);
      if (row === null) return null;
      if (!row.read) {
        await markRead(database, owner, id);
        notify(owner);
      }
      const [found] = await withTexts(database, [{ ...row, read: true }], language);
      return found ?? null;
    },
    async readAll(owner, through) {
      await markAllRead(database, owner, through);
      notify(owner);
    },
    newestUnread: (owner, size, language) => newestUnread(database, owner, size, language),
    announcements: (size, language) => announcements(database, size, language),
  };
}
