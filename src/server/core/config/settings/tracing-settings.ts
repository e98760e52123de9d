import * as v from 'valibot';
import { optionalUrl, parsedBy, requiredText } from './checks.ts';
import type { SettingsTable } from './setting.ts';

const headersMax = 10;
/** A name of a header (RFC 9110), an equals sign, and a value of visible characters, percent-encoded where need be. */
const headerPattern = /^([\w!#$%&'*+.^`|~-]{1,100})=([!-~]{1,2000})$/;

/** `name=value` separated by commas, values percent-encoded (OpenTelemetry); null for anything else. */
function parseExportHeaders(text: string): Readonly<Record<string, string>> | null {
  if (text === '') return {};
  const parts = text.split(',');
  if (parts.length > headersMax) return null;
  const headers: Record<string, string> = {};
  for (const part of parts) {
    const [, name = '', value = ''] = headerPattern.exec(part.trim()) ?? [];
    if (name === '') return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}

/** Where traces go, under the names that OpenTelemetry gave its variables. */
export const tracingSettings = {
  tracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning:
      'Collector that takes traces as OTLP over HTTP, as in `http://127.0.0.1:4318`; `/v1/traces` is appended. Empty: no tracing, and nothing of it is loaded.',
    check: optionalUrl(/^https?:\/\/[^?#]+$/, 'a URL that begins with https:// or http://, without a query'),
  },
  tracesHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    meaning:
      'Headers of every export, such as credentials, as in `authorization=Bearer%20secret`, separated by commas.',
    check: parsedBy(parseExportHeaders, 'headers as in name=value, separated by commas'),
  },
  tracesService: {
    variable: 'OTEL_SERVICE_NAME',
    default: 'dunlin',
    meaning: 'Name of this exchange in traces.',
    check: requiredText('a name'),
  },
  tracesShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning:
      'Share of traces that are recorded, from 0 to 1. It is decided where a call or a job begins; callers have no say.',
    check: v.pipe(
      v.string(),
      v.regex(/^(?:0|1|0?\.\d{1,9}|[01]\.0{1,9}|0\.\d{1,9})$/, 'a number from 0 to 1'),
      v.transform(Number),
    ),
  },
} as const satisfies SettingsTable;
