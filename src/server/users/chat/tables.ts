import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { epochMs } from '../../core/store/columns.ts';

/** The one row of the community: its password, its rules, and whether it is open. */
export const chatCommunity = pgTable(
  'chat_community',
  {
    id: smallint().primaryKey().default(1),
    /** Null: it asks for none. */
    passwordHash: text('password_hash'),
    /** Counts the passwords there were, so that a new one has to be given again. */
    passwordVersion: integer('password_version').notNull().default(0),
    rulesVersion: integer('rules_version').notNull().default(1),
    /** The operator's own words beside those of the app. */
    rules: text(),
    closed: boolean().notNull().default(false),
  },
  (table) => [check('chat_community_is_one', sql`${table.id} = 1`)],
);

export const chatGroups = pgTable('chat_groups', {
  id: bigserial({ mode: 'bigint' }).primaryKey(),
  /** The house's own group, whose name the app knows. */
  key: text({ enum: ['lounge'] }).unique(),
  name: text().notNull(),
  kind: text({ enum: ['open', 'password', 'members'] }).notNull(),
  passwordHash: text('password_hash'),
  /** The number of its newest message; the row is locked while one is added, so numbers leave no gap. */
  lastNumber: bigint('last_number', { mode: 'number' }).notNull().default(0),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Users of the community. */
export const chatUsers = pgTable('chat_people', {
  userId: bigint('user_id', { mode: 'bigint' })
    .primaryKey()
    .references(() => users.id),
  handle: text().notNull().unique(),
  rulesAccepted: integer('rules_accepted').notNull().default(0),
  acceptedAt: bigint('accepted_at', { mode: 'number' }),
  /** The version of the password that was given last. */
  passwordVersion: integer('password_version').notNull().default(0),
  banned: boolean().notNull().default(false),
  /** Silent in every group, those joined later too. */
  mutedUntil: bigint('muted_until', { mode: 'number' }),
});

/** Comes behind every nickname, none of which can hold this character. The triggers of `guards.sql` name it too. */
export const lastNameKey = '\u{10FFFF}';

/** Who belongs to a group. */
export const chatMembers = pgTable(
  'chat_members',
  {
    group: bigint('group_id', { mode: 'bigint' })
      .notNull()
      .references(() => chatGroups.id),
    userId: bigint('user_id', { mode: 'bigint' })
      .notNull()
      .references(() => users.id),
    joinedAt: bigint('joined_at', { mode: 'number' }).notNull(),
    readThrough: bigint('read_through', { mode: 'number' }).notNull().default(0),
    /** The newest message that names the user; 0 for none. */
    mentionedAt: bigint('mentioned_at', { mode: 'number' }).notNull().default(0),
    /** Silent in this group; the user's own mute holds beside it. */
    mutedUntil: bigint('muted_until', { mode: 'number' }),
    /** Shown out by the operator: stays out. */
    removed: boolean().notNull().default(false),
    /** What members are listed by: their `nickname_key`, kept in step by triggers; `lastNameKey` for those without one. */
    nameKey: text('name_key').notNull().default(lastNameKey),
  },
  (table) => [primaryKey({ columns: [table.group, table.userId] }), index('chat_members_user').on(table.userId)],
);

/** Whom a message names, and how. */
export interface StoredMention {
  readonly handle: string;
  readonly name: string;
}

export const chatMessages = pgTable(
  'chat_messages',
  {
    group: bigint('group_id', { mode: 'bigint' })
      .notNull()
      .references(() => chatGroups.id),
    number: bigint({ mode: 'number' }).notNull(),
    /** Null: the house. */
    author: bigint({ mode: 'bigint' }),
    /** The name the author's device gave it: sent again, it is the same message. */
    key: text(),
    house: text({ enum: ['welcome'] }),
    text: text().notNull(),
    image: text(),
    imageWidth: integer('image_width'),
    imageHeight: integer('image_height'),
    replyTo: bigint('reply_to', { mode: 'number' }),
    mentions: jsonb().$type<readonly StoredMention[]>().notNull().default([]),
    at: epochMs().notNull(),
    removedBy: text('removed_by', { enum: ['author', 'operator'] }),
    removedAt: bigint('removed_at', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.group, table.number] }),
    unique('chat_messages_once').on(table.author, table.key),
    index('chat_messages_author').on(table.author, table.at),
    index('chat_messages_replies')
      .on(table.group, table.replyTo)
      .where(sql`${table.replyTo} IS NOT NULL`),
    index('chat_messages_removed')
      .on(table.group, table.removedAt)
      .where(sql`${table.removedAt} IS NOT NULL`),
    index('chat_messages_image')
      .on(table.image)
      .where(sql`${table.image} IS NOT NULL`),
  ],
);

/** Messages somebody pointed out to the operator. They go with the message. */
export const chatReports = pgTable(
  'chat_reports',
  {
    group: bigint('group_id', { mode: 'bigint' }).notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    reporter: bigint({ mode: 'bigint' }).notNull(),
    reason: text().notNull(),
    at: epochMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.group, table.number, table.reporter] })],
);

/** What the operator did, in the order it was done; the running exchange follows it. Append-only by trigger. */
export const chatLog = pgTable('chat_log', {
  id: bigserial({ mode: 'bigint' }).primaryKey(),
  at: epochMs().notNull(),
  /** Who did it, as the operator said. */
  who: text().notNull(),
  what: text({
    enum: ['make', 'password', 'rules', 'mute', 'unmute', 'remove', 'ban', 'unban', 'add', 'drop', 'close', 'open'],
  }).notNull(),
  group: bigint('group_id', { mode: 'bigint' }),
  number: bigint({ mode: 'number' }),
  user: bigint('person', { mode: 'bigint' }),
  words: text().notNull().default(''),
});
