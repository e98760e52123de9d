import { isInstalled } from './install.ts';

/** The browser at launch, as far as it decides where it belongs. */
interface LaunchPlace {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Opened from the home screen or the desktop: who installed the app wants this app. */
  readonly installed: boolean;
  readonly origin: string;
  /** Was sent there before in this tab, and came back. */
  readonly cameBack: boolean;
}

/** Whether this is a computer (windows, macos, linux). An iPad says it is a Mac, but has a touch screen. */
function isComputer({ userAgent, touchPoints }: LaunchPlace): boolean {
  if (/Android|Mobile/.test(userAgent)) return false;
  return /Windows NT|X11|CrOS/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints === 0);
}

/**
 * Where a desktop browser is sent at launch (spec point 2), or null when it stays: when there is no such address, it is
 * not secure, or it is this very origin, which would send it here again and again.
 */
export function desktopAddress(pcUrl: string | null, place: LaunchPlace): string | null {
  if (pcUrl === null || place.installed || place.cameBack || !isComputer(place) || !URL.canParse(pcUrl)) return null;
  const { protocol, origin, href } = new URL(pcUrl);
  return protocol === 'https:' && origin !== place.origin ? href : null;
}

const sentKey = 'dunlin.sent-to-desktop';

/** Leads a desktop browser to the desktop product when there is one; once per tab, so that it cannot loop. */
export function leadDesktopAway(pcUrl: string): void {
  try {
    const address = desktopAddress(pcUrl, {
      userAgent: navigator.userAgent,
      touchPoints: navigator.maxTouchPoints,
      installed: isInstalled(),
      origin: location.origin,
      cameBack: sessionStorage.getItem(sentKey) !== null,
    });
    if (address === null) return;
    sessionStorage.setItem(sentKey, '1');
    location.replace(address);
  } catch {
    // Where nothing can be noted a circle could not be noticed: the browser stays.
  }
}
