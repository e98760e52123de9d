import { useEffect, useState } from 'react';
import { debounceMs } from '#protocol/core/limits.ts';

/** A value once it rested for half a second: what a user is still typing is not asked about. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
