import type { FastifyRequest } from 'fastify';
import { moneyDeadlineHeader } from '#protocol/core/limits.ts';
import type { AskedCallWithForm } from '#server/core/asked-call.ts';
import { clientAddress, type TrustedProxies } from '#server/core/config/client-address.ts';
import { connectionCountry } from '#server/core/config/connection-country.ts';
import { ownOrigin } from '../own-origin.ts';
import { readUpload } from '../upload.ts';

/** What reading a call from HTTP needs. */
export interface ReadCallDeps {
  /** Where users open the app, as in `https://dunlin.example`; null: the host of the request. */
  readonly publicOrigin: string | null;
  readonly trustedProxies: TrustedProxies;
  /** The header in which a trusted proxy names the country of a connection, in lower case; null for none. */
  readonly countryHeader: string | null;
}

/** Longer than any valid value of the headers that are handed on: a cut one stays invalid. */
const headerMaxLength = 256;
const userAgentMaxLength = 400;

/**
 * What a request asks for.
 *
 * @param isUpload whether the call takes a form with a file
 */
export function readCall(request: FastifyRequest, isUpload: boolean, deps: ReadCallDeps): AskedCallWithForm {
  const { network, isLocal } = clientAddress(deps.trustedProxies, request.raw);
  const { headers } = request;
  return {
    requestId: request.id,
    authorization: headers.authorization?.slice(0, headerMaxLength),
    idempotencyKey: single(headers['idempotency-key']),
    deadline: single(headers[moneyDeadlineHeader]),
    address: network,
    isLocal,
    userAgent: (headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
    origin: ownOrigin(headers.origin, request.host, deps.publicOrigin),
    country: connectionCountry(deps.trustedProxies, deps.countryHeader, request.raw),
    query: request.query,
    params: request.params,
    body: request.body,
    ...(isUpload ? { readUpload: () => readUpload(request) } : {}),
  };
}

/** A header that is sent several times is invalid, as its joined values are. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header?.slice(0, headerMaxLength);
}
