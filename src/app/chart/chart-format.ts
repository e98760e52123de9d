/** How much of a moment a label on the time axis says. */
export type TimeDetail = 'clock' | 'day' | 'month' | 'year' | 'moment' | 'date';

/** How a chart writes its figures and times; whoever mounts it passes the reader's own. */
export interface ChartFormat {
  price(value: number): string;
  /** A volume, short: `1.84K`. */
  amount(value: number): string;
  /** A change in percent, always with its sign: `+2.14%`. */
  percent(value: number): string;
  time(atMs: number, detail: TimeDetail): string;
  /**
   * A moment moved so that its parts in UTC are those of the zone that times are shown in; days and months of the axis begin
   * there.
   */
  readonly toLocal: (atMs: number) => number;
}

/** U+2212: as wide as a plus, so that figures keep their column. */
const minus = '\u2212';

interface ChartFormatChoice {
  /** BCP 47. */
  readonly locale: string;
  /** Digits behind the point of a price. */
  readonly priceDecimals: number;
  /** As in `ChartFormat`. */
  readonly toLocal: (atMs: number) => number;
}

/** The formats of a reader. The `Intl` objects are made once here: making one costs more than a hundred uses. */
export function createChartFormat(choice: ChartFormatChoice): ChartFormat {
  const { locale, priceDecimals, toLocal } = choice;
  const price = new Intl.NumberFormat(locale, {
    minimumFractionDigits: priceDecimals,
    maximumFractionDigits: priceDecimals,
  });
  const amount = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const times = timeFormats(locale);
  return {
    price: (value) => withMinus(price.format(value)),
    amount: (value) => withMinus(amount.format(value)),
    percent(value) {
      const text = percent.format(Math.abs(value));
      if (!/[1-9]/.test(text)) return `${text}%`;
      return `${value < 0 ? minus : '+'}${text}%`;
    },
    time: (atMs, detail) => times(detail).format(toLocal(atMs)),
    toLocal,
  };
}

const timeOptions: Readonly<Record<TimeDetail, Intl.DateTimeFormatOptions>> = {
  clock: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
};

/**
 * Every detail in UTC: the caller shifts the moment, so that any offset works, also one no time zone has. Each is
 * made when it is first needed: six of them would take longer than the first frame of a chart.
 */
function timeFormats(locale: string): (detail: TimeDetail) => Intl.DateTimeFormat {
  const made = new Map<TimeDetail, Intl.DateTimeFormat>();
  return (detail) => {
    const known = made.get(detail);
    if (known !== undefined) return known;
    const options = { ...timeOptions[detail], timeZone: 'UTC', calendar: 'gregory', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat(locale, options);
    made.set(detail, format);
    return format;
  };
}

/** What is left of a span as `mm:ss`, `hh:mm:ss` or `3d 04h`. */
export function formatRemaining(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1_000));
  const hours = Math.floor(seconds / 3_600);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${two(hours)}:${rest}` : rest;
}

function withMinus(text: string): string {
  return text.replace('-', minus);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
