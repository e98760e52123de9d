import type { Topic } from '#protocol/core/stream/channels.ts';

/**
 * Words of subjects are separated by dots; no name here has one, and none holds a secret or an address. The word behind the
 * root says who may say and hear it: `deploy/compose/nats.conf` permits by it.
 */

/** The first words of all subjects: exchanges in practice and in earnest never hear each other. */
export type SubjectRoot = `dunlin.${'practice' | 'live'}`;

/** What engines announce. */
export function announcementsSubject(root: SubjectRoot): string {
  return `${root}.announcements`;
}

/** An operation of one engine; calls have a subject per area. */
export function operationSubject(root: SubjectRoot, engine: string, operation: string, area?: string): string {
  return `${root}.engine.${engine}.${operation}${area === undefined ? '' : `.${area}`}`;
}

/** All changes of one feed of one engine. */
export function feedSubject(root: SubjectRoot, engine: string, feed: string): string {
  return `${root}.feed.${engine}.${feed}`;
}

/** Where a user of the broker hears answers: of one name, so that nobody else may hear them. */
export function inboxSubject(root: SubjectRoot, user: string | null): string {
  return `${root}.inbox.${(user ?? 'everybody').replaceAll(/[^\w-]/g, '_')}`;
}

/** The feed of a public topic; topics have colons and no dots. */
export function topicFeed(topic: Topic): string {
  return `topic-${topic}`;
}

/** The feed of a user's account. */
export function accountFeed(userId: bigint): string {
  return `account-${userId}`;
}

/** Signs of life of engines that can run markets of a family for the active one. */
export function workersSubject(root: SubjectRoot, family: string): string {
  return `${root}.workers.${family}`;
}

export type WorkerOperation = 'prepare' | 'assign' | 'revoke' | 'snapshot' | 'part';

/** An operation of one engine that runs markets. */
export function workerSubject(root: SubjectRoot, worker: string, operation: WorkerOperation): string {
  return `${root}.worker.${worker}.${operation}`;
}

/** Commands of a duty, heard by whichever engine owns it, as in `spot.BTCUSDT`. */
export function dutySubject(root: SubjectRoot, duty: string): string {
  return `${root}.duty.${duty}`;
}

/** What commits of other engines changed in their markets of a family. */
export function changesSubject(root: SubjectRoot, family: string): string {
  return `${root}.changes.${family}`;
}
