import * as v from 'valibot';
import { hostNames, optionalMatch, optionalUrl } from './checks.ts';
import type { SettingsRule, SettingsTable, ValuesOf } from './setting.ts';

/** How messages leave the exchange: mail, text messages, push. */
export const messageSettings = {
  smtpUrl: {
    variable: 'SMTP_URL',
    default: '',
    meaning:
      'Mail server for codes and alerts, as in `smtps://user:password@host`; empty uses the outbox. Practice mode then also shows codes on screen to whoever opens the app on this machine itself, not through a proxy.',
    check: optionalUrl(/^smtps?:\/\//, 'a URL that begins with smtp:// or smtps://'),
  },
  smtpFrom: {
    variable: 'SMTP_FROM',
    default: 'Dunlin <no-reply@localhost>',
    meaning: 'Sender of mail.',
    check: v.string(),
  },
  smsWebhook: {
    variable: 'SMS_WEBHOOK',
    default: '',
    meaning: 'Receives `{ to, text }` for every text message; empty uses the outbox.',
    check: optionalUrl(/^https?:\/\//, 'a URL that begins with https:// or http://'),
  },
  vapidPublicKey: {
    variable: 'VAPID_PUBLIC_KEY',
    default: '',
    meaning: 'Public key of push messages, as `npx web-push generate-vapid-keys` makes it; empty switches push off.',
    check: optionalMatch(/^[\w-]{87}$/, '87 characters of base64url'),
  },
  vapidPrivateKey: {
    variable: 'VAPID_PRIVATE_KEY',
    default: '',
    meaning: 'Private key of push messages.',
    check: optionalMatch(/^[\w-]{43}$/, '43 characters of base64url'),
  },
  vapidSubject: {
    variable: 'VAPID_SUBJECT',
    default: '',
    meaning: 'How push services reach the operator, as in `mailto:ops@dunlin.example`; required with the keys.',
    check: optionalUrl(/^(?:mailto|https):/, 'a URL that begins with mailto: or https:'),
  },
  /** `*.` stands for all below a host. */
  pushServices: {
    variable: 'PUSH_SERVICES',
    default: 'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
    meaning: 'Hosts of push services that may be called; `*.` stands for all below one.',
    check: hostNames,
  },
} as const satisfies SettingsTable;

export const messageRules: readonly SettingsRule<ValuesOf<typeof messageSettings>>[] = [
  {
    variable: 'VAPID_PUBLIC_KEY',
    message: 'set together with VAPID_PRIVATE_KEY and VAPID_SUBJECT',
    holds: ({ vapidPublicKey, vapidPrivateKey, vapidSubject }) =>
      new Set([vapidPublicKey, vapidPrivateKey, vapidSubject].map((part) => part === null)).size === 1,
  },
];
