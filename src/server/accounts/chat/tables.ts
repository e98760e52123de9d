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
import { users } from '../account/tables.ts';
import { orderLines } from '#protocol/p2p/order-lines.ts';
import { epochMs } from '#server/core/store/columns.ts';

/** The one row of the community: its password, its rules, and whether it is open. */
export const chatCommunity = pgTable(
  'chat_community',
  {
    id: smallint().primaryKey().default(1),
    /** Null: no password. */
    passwordHash: text('password_hash'),
    /** Version of the password, so that a new one has to be entered again. */
    passwordVersion: integer('password_version').notNull().default(0),
    rulesVersion: integer('rules_version').notNull().default(1),
    /** The operator's own rules in addition to the app's. */
    rules: text(),
    closed: boolean().notNull().default(false),
  },
  (table) => [check('chat_community_is_one', sql`${table.id} = 1`)],
);

export const chatGroups = pgTable(
  'chat_groups',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    /** The house group, whose name the app knows. */
    key: text({ enum: ['lounge'] }).unique(),
    name: text().notNull(),
    kind: text({ enum: ['open', 'password', 'members', 'order'] }).notNull(),
    passwordHash: text('password_hash'),
    /** The number of its newest message; the row is locked while one is added, so numbers have no gaps. */
    lastNumber: bigint('last_number', { mode: 'number' }).notNull().default(0),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    /** The P2P order of a conversation. */
    order: bigint('fiat_order', { mode: 'bigint' }).unique(),
    /** When a conversation stopped taking messages, and when its sides stop reading it. */
    closedAt: epochMs('closed_at'),
    hiddenAt: epochMs('hidden_at'),
  },
  (table) => [
    // Few groups are listed, beside a conversation for every order.
    index('chat_groups_listed')
      .on(table.id)
      .where(sql`kind <> 'order'`),
    check('chat_groups_order', sql`(${table.kind} = 'order') = (${table.order} IS NOT NULL)`),
  ],
);

/** Users of the community. */
export const chatUsers = pgTable('chat_people', {
  userId: bigint('user_id', { mode: 'bigint' })
    .primaryKey()
    .references(() => users.id),
  handle: text().notNull().unique(),
  rulesAccepted: integer('rules_accepted').notNull().default(0),
  acceptedAt: bigint('accepted_at', { mode: 'number' }),
  /** The version of the password last entered. */
  passwordVersion: integer('password_version').notNull().default(0),
  banned: boolean().notNull().default(false),
  /** Muted in every group, including those joined later. */
  mutedUntil: bigint('muted_until', { mode: 'number' }),
});

/** Sorts after every nickname, none of which can contain this character. Also used by the triggers of `guards.sql`. */
export const lastNameKey = '\u{10FFFF}';

/** Members of groups. */
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
    /** Muted in this group, in addition to the user's global mute. */
    mutedUntil: bigint('muted_until', { mode: 'number' }),
    /** Removed by the operator permanently. */
    removed: boolean().notNull().default(false),
    /** Sort key of members: their `nickname_key`, synchronised by triggers; `lastNameKey` for those without one. */
    nameKey: text('name_key').notNull().default(lastNameKey),
  },
  (table) => [primaryKey({ columns: [table.group, table.userId] }), index('chat_members_user').on(table.userId)],
);

/** Mentions of a message. */
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
    /** Idempotency key of the author's device. */
    key: text(),
    house: text({ enum: ['welcome', ...orderLines] }),
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

/** Reports of messages. Deleted with the message. */
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

/** Operator actions in order; the running exchange follows them. Append-only by trigger. */
export const chatLog = pgTable('chat_log', {
  id: bigserial({ mode: 'bigint' }).primaryKey(),
  at: epochMs().notNull(),
  /** The operator's name as given. */
  who: text().notNull(),
  what: text({
    enum: [
      'make',
      'password',
      'rules',
      'mute',
      'unmute',
      'remove',
      'ban',
      'unban',
      'add',
      'drop',
      'close',
      'open',
      'say',
    ],
  }).notNull(),
  group: bigint('group_id', { mode: 'bigint' }),
  number: bigint({ mode: 'number' }),
  user: bigint('person', { mode: 'bigint' }),
  words: text().notNull().default(''),
});
