/** Systems the app can be downloaded for, as `POST common/version` names them. */
export type PhoneSystem = 'ANDROID' | 'IOS';

/** Which phone this is, or null for a computer. An iPad says it is a Mac, but has a touch screen. */
export function phoneSystem(userAgent: string, touchPoints: number): PhoneSystem | null {
  if (/Android/.test(userAgent)) return 'ANDROID';
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1) ? 'IOS' : null;
}

/** Whether an address only leads to the computer that opens it, so that a phone finds nothing there. */
export function isOnlyHere(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
