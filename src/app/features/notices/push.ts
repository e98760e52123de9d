import type { CallOutput } from '#protocol/calls.ts';
import type { Notice } from '#protocol/content/entities.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { call } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { withFreshProof } from '../security/proof/fresh-proof.ts';
import { readStored, removeStored, writeStored } from '#app/platform/storage/storage.ts';

/** What is switched on for this device, and the key of the exchange; the key is null when it sends nothing. */
export type PushChoice = NonNullable<CallOutput<'POST bindAccount'>['push']>;

/** What the user wants push messages about while the app is closed. */
export type PushInput = Pick<PushChoice, 'kinds' | 'amounts'>;

/** The subscription registered at the exchange, and its language. Removed at log-out. */
const sentKey = 'dunlin.push';

/** Whether this browser takes messages at all: over HTTPS, and on an iPhone once the app is on its home screen. */
export function takesMessages(): boolean {
  return isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** The user forbade notifications of this site; only the browser's own settings change that. */
export function isBlocked(): boolean {
  return Notification.permission === 'denied';
}

/** What the exchange knows of this device. */
export async function readPushChoice(): Promise<PushChoice> {
  const { push } = await call('POST bindAccount', { kind: 'push-question' });
  if (push === null) throw new Error('an answer without its choice');
  return push;
}

/** No window of the browser asks, or the user said no. */
export class PushNotAllowed extends Error {}

/**
 * Brings device and exchange to what the user wants. With no kind left the subscription ends.
 *
 * @param key the exchange's key
 * @throws PushNotAllowed when the user does not allow notifications; Unreachable, ApiRefusal
 */
export async function setPushChoice(key: string, { kinds, amounts }: PushInput): Promise<PushChoice> {
  if (kinds.length === 0) return withFreshProof(endPush);
  // Asked for by a tap on a switch, never before.
  if ((await Notification.requestPermission()) !== 'granted') throw new PushNotAllowed();
  const manager = (await registered()).pushManager;
  const subscription = await subscribe(manager, key);
  return withFreshProof(() => register(subscription, { kinds, amounts }, language.get()));
}

async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new PushNotAllowed();
  return registration;
}

async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // The exchange has another key now: what belongs to the old one gives way.
    const old = await manager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

async function register(subscription: PushSubscription, input: PushInput, locale: Locale): Promise<PushChoice> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { push } = await call('POST bindAccount', {
    kind: 'push',
    endpoint,
    p256dh: (keys['p256dh'] ?? '').replace(/=+$/, ''),
    auth: (keys['auth'] ?? '').replace(/=+$/, ''),
    kinds: [...input.kinds] as Notice['kind'][],
    amounts: input.amounts,
    language: locale,
  });
  if (push === null) throw new Error('an answer without its choice');
  writeStored(sentKey, `${locale} ${endpoint}`);
  return push;
}

async function endPush(): Promise<PushChoice> {
  const { push } = await call('POST bindAccount', { kind: 'push-remove' });
  if (push === null) throw new Error('an answer without its choice');
  removeStored(sentKey);
  await (await (await registered()).pushManager.getSubscription())?.unsubscribe();
  return push;
}

/**
 * Registers again at the exchange when the browser changed the subscription, the user chose another language, or took
 * the permission back. Costs nothing where messages were never switched on.
 */
export async function renewPush(): Promise<void> {
  const shown = readStored(sentKey);
  if (shown === null || !takesMessages()) return;
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null) {
    await endPush();
    return;
  }
  const locale = language.get();
  if (shown === `${locale} ${subscription.endpoint}`) return;
  const choice = await readPushChoice();
  if (choice.kinds.length === 0) removeStored(sentKey);
  else await register(subscription, choice, locale);
}
