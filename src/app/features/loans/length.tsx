import { Plural } from '@lingui/react/macro';

const dayHours = 24;

/** How long a loan runs: whole days, or the hours of a short cycle. */
export function Length({ hours }: { hours: number }) {
  const days = hours / dayHours;
  return Number.isInteger(days) ? (
    <Plural value={days} one="# day" other="# days" />
  ) : (
    <Plural value={hours} one="# hour" other="# hours" />
  );
}
