import { locales } from '#protocol/core/locales.ts';
import { noticeAddress, readPushText } from '#protocol/core/text/push-text.ts';

/** What is shown of a message. */
interface ShownMessage {
  readonly title: string;
  readonly options: NotificationOptions & { readonly timestamp?: number; readonly data: { readonly address: string } };
}

const icon = '/icons/icon-192.png';
const badge = '/icons/shortcut-96.png';

/**
 * How a message is shown. Browsers demand that something is shown for each: what cannot be read says only whose it is,
 * and leads to the notices.
 *
 * @param given the message as JSON, or null when it is none
 */
export function shownMessage(given: unknown): ShownMessage {
  const text = readPushText(given);
  if (text === null) {
    return { title: 'Dunlin', options: { icon, badge, tag: 'notices', data: { address: '/#/pages/notice/list' } } };
  }
  const { title, body, notice, language, at } = text;
  return {
    title,
    options: {
      body,
      lang: locales[language].tag,
      // A message that comes twice takes the place of the first.
      tag: `notice-${notice}`,
      timestamp: at,
      icon,
      badge,
      data: { address: noticeAddress(notice) },
    },
  };
}

/** A window of the app, as far as a tap on a message needs it. */
export type AppWindow = Pick<WindowClient, 'focus' | 'navigate' | 'visibilityState'>;

/** Shows an address in the app: in the window the user looks at, else in any that is open, else in a new one. */
export async function showAddress(
  address: string,
  windows: readonly AppWindow[],
  open: (address: string) => Promise<unknown>,
): Promise<void> {
  const shown = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (shown === undefined) {
    await open(address);
    return;
  }
  try {
    await shown.focus();
    await shown.navigate(address);
  } catch {
    // A window of another build may not be led by this worker.
    await open(address);
  }
}

/** The address a message leads to; only ever one of this app. */
export function addressOf(data: unknown): string {
  const address = (data as { address?: unknown } | null)?.address;
  return typeof address === 'string' && address.startsWith('/#/') ? address : '/#/pages/notice/list';
}
