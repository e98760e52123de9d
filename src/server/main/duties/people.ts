import { type Duty, oneDuty } from './duty.ts';

/** Accounts, messages and what they are served. */
export const peopleDuties: readonly Duty[] = [
  oneDuty(
    'accounts',
    ['accounts/account', 'accounts/rate-limits', 'accounts/security'],
    [
      'users',
      'nickname_skeletons',
      'sessions',
      'verification_codes',
      'verification_tickets',
      'attempts',
      'known_networks',
      'passkeys',
      'passkey_questions',
      'totp_secrets',
      'recovery_codes',
    ],
    'sessions that were looked up, for seconds',
  ),
  oneDuty('identity', ['accounts/identity'], ['verifications']),
  oneDuty('evidence', ['accounts/evidence'], ['person_keys']),
  oneDuty('reviews', ['accounts/reviews'], ['reviews', 'review_log'], 'which decision fails'),
  oneDuty(
    'notices',
    ['accounts/notices'],
    ['notices', 'notice_reads', 'notice_read_marks', 'notice_outbox'],
    'whose unread notices are being counted',
  ),
  oneDuty('push', ['accounts/push'], ['push_subscriptions', 'push_messages']),
  oneDuty('mail', ['accounts/mail'], ['outbox'], 'the delivery that runs'),
  oneDuty('files', ['accounts/files'], ['files', 'object_removals'], 'the stores of files, and which of them is away'),
  oneDuty(
    'chat',
    ['accounts/chat'],
    ['chat_community', 'chat_groups', 'chat_people', 'chat_members', 'chat_messages', 'chat_reports', 'chat_log'],
    'the last messages of groups that are open, those whose commit is in doubt, and the last line of the log',
  ),
  oneDuty(
    'support',
    ['support/tickets'],
    ['work_orders', 'work_order_replies', 'work_order_log'],
    'which ticket fails',
  ),
  oneDuty(
    'content',
    ['content', 'publishing'],
    ['articles', 'article_texts', 'content_images', 'content_state'],
    'the set that is served, but for its texts and pictures',
  ),
];
