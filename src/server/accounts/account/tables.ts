import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { RiskArea } from '#protocol/accounts/entities/binding.ts';

/** Users's ids start here; below are the house's own accounts (see `ledger/account.ts`). */
export const firstUserId = 100_000;

/** Users who may log in. */
export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity({ startWith: firstUserId }).primaryKey(),
    nickname: text(),
    /** The nickname without capitals, composed: members of a chat are listed and searched by it. */
    nicknameKey: text('nickname_key').unique(),
    /** When it was set; null for one from before this was noted, which is older than any other. */
    nicknameSetAt: bigint('nickname_set_at', { mode: 'number' }),
    /** The rules it was compared by, see `nicknames/skeleton.ts`: a smaller number waits to be compared again. */
    nicknameRules: integer('nickname_rules').notNull().default(0),
    /** Why its owner has to choose another; null for none. */
    nicknameProblem: text('nickname_problem', { enum: ['like-another', 'like-staff', 'unreadable'] }),
    /** Normalised, see `contact.ts`. */
    email: text().unique(),
    /** E.164, as in `+8613812345678`. */
    phone: text().unique(),
    /** Null for a one-tap account, which lives as long as its session. */
    passwordHash: text('password_hash'),
    /** Start of the withdrawal hold (spec point 9); null until a password is changed. */
    passwordChangedAt: bigint('password_changed_at', { mode: 'number' }),
    transactionPasswordHash: text('transaction_password_hash'),
    /** File id of the picture. */
    avatar: text(),
    /** A new withdrawal address has to wait before its first use. */
    addressWait: boolean('address_wait').notNull().default(false),
    /** When the wait for new addresses was last disabled, which starts the withdrawal hold too; null if never. */
    addressWaitEndedAt: bigint('address_wait_ended_at', { mode: 'number' }),
    /** Included in every message to the user as an anti-phishing code; null for none. */
    antiPhishing: text('anti_phishing'),
    invitationCode: text('invitation_code').notNull().unique(),
    referrer: bigint({ mode: 'bigint' }).references((): AnyPgColumn => users.id),
    verification: text({ enum: ['not-verified', 'under-review', 'verified'] })
      .notNull()
      .default('not-verified'),
    merchant: boolean().notNull().default(false),
    practice: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
    language: text().notNull(),
    /** When the user agreement was accepted; null for a practice account, which trades nothing real. */
    agreedAt: bigint('agreed_at', { mode: 'number' }),
    /** When the risk warning of each area was accepted. */
    risks: jsonb().$type<Readonly<Partial<Record<RiskArea, number>>>>().notNull().default({}),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    // What is still to be compared, oldest accounts first.
    index('users_nicknames_compared')
      .on(table.nicknameRules, table.id)
      .where(sql`${table.nickname} IS NOT NULL`),
  ],
);

/** What nicknames look like, one or two of each (`nicknames/skeleton.ts`): nobody else may have one of them. */
export const nicknameSkeletons = pgTable(
  'nickname_skeletons',
  {
    skeleton: text().primaryKey(),
    owner: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => users.id),
  },
  (table) => [index('nickname_skeletons_owner').on(table.owner)],
);

/** Sessions; only the user has the token itself. */
export const sessions = pgTable(
  'sessions',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    userId: bigint('user_id', { mode: 'bigint' })
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    device: text().notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }).notNull(),
    /** When and how its holder last proved to be the owner; null if never. */
    provenAt: bigint('proven_at', { mode: 'number' }),
    provenBy: text('proven_by', { enum: ['registration', 'password', 'code', 'passkey', 'transaction-password'] }),
    /** Opened on a device that the account did not know: until when it sells nothing to other people. */
    waitsUntil: bigint('waits_until', { mode: 'number' }),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_used').on(table.usedAt)],
);

/** The active code of a contact and purpose; a newer one replaces it. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    /** Normalised email or phone. */
    contact: text().notNull(),
    purpose: text().notNull(),
    salt: text().notNull(),
    codeHash: text('code_hash').notNull(),
    /** Wrong attempts so far. */
    failures: integer().notNull().default(0),
    sentAt: bigint('sent_at', { mode: 'number' }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    used: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.contact, table.purpose] }),
    index('verification_codes_expiry').on(table.expiresAt),
  ],
);

/** Ticket of a checked code: allows one next step, once. */
export const verificationTickets = pgTable(
  'verification_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    contact: text().notNull(),
    purpose: text().notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('verification_tickets_expiry').on(table.expiresAt)],
);

/** Attempts within a window, by a hash of the account or of the address. */
export const attempts = pgTable(
  'attempts',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: bigint('ends_at', { mode: 'number' }).notNull(),
    /** No other attempt is checked before; null when the next one need not wait. */
    nextAt: bigint('next_at', { mode: 'number' }),
  },
  (table) => [index('attempts_end').on(table.endsAt)],
);

/** Networks users logged in from: attempts from there are counted separately from those of strangers. */
export const knownNetworks = pgTable(
  'known_networks',
  {
    userId: bigint('user_id', { mode: 'bigint' })
      .notNull()
      .references(() => users.id),
    /** Hash of the user and the network: neither can be read from it. */
    networkHash: text('network_hash').notNull(),
    usedAt: bigint('used_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.networkHash] }),
    index('known_networks_used').on(table.usedAt),
  ],
);

/** Passkeys (WebAuthn credentials); the private key never leaves the user's device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: bigint({ mode: 'bigint' }).generatedByDefaultAsIdentity().primaryKey(),
    owner: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => users.id),
    /** Base64url, as the device knows it. */
    credential: text().notNull().unique(),
    /** Name of the host it was made for; it opens nothing elsewhere. */
    relyingParty: text('relying_party').notNull(),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the device; it never decreases. 0 for devices without one. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Transports reported by the browser. */
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
    /** False after a password reset: unusable until its owner confirms it. */
    confirmed: boolean().notNull().default(true),
  },
  (table) => [index('passkeys_owner').on(table.owner)],
);

/** Authenticator secrets: one per user, encrypted with the configured key. */
export const totpSecrets = pgTable('totp_secrets', {
  owner: bigint({ mode: 'bigint' })
    .primaryKey()
    .references(() => users.id),
  sealed: text().notNull(),
  /** Null until confirmed by a code: not active before. */
  confirmedAt: bigint('confirmed_at', { mode: 'number' }),
  /** The step of the last used code: none is accepted twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
});

/**
 * Recovery codes for a lost authenticator: each valid once, stored as its first characters, which name it, and the hash of
 * a password. Those of the former length that were not asked for since have a fast hash.
 */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    owner: bigint({ mode: 'bigint' })
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.owner, table.codeHash] })],
);

/** Open passkey challenges: each is answered once, within minutes. */
export const passkeyQuestions = pgTable(
  'passkey_questions',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text({ enum: ['register', 'login', 'proof'] }).notNull(),
    /** The user adding a passkey; null at log-in, where the passkey identifies the user. */
    owner: bigint({ mode: 'bigint' }).references(() => users.id),
    relyingParty: text('relying_party').notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('passkey_questions_expiry').on(table.expiresAt), index('passkey_questions_owner').on(table.owner)],
);
