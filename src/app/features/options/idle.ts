import { useEffect, useState } from 'react';
import { whenIdle } from '#app/platform/device/when-idle.ts';

/** False at first, true from the first idle moment on: sheets behind a tap come after the screen itself. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
