import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutsideFault } from './outside-address.ts';

/** Message about an address that is never opened. */
export function faultText(fault: OutsideFault): MessageDescriptor {
  return {
    'not-https': msg`It is not an address that starts with https://.`,
    hidden: msg`It contains characters that cannot be seen or that mislead.`,
    user: msg`It has a name before its host, which can make it look like another address.`,
    port: msg`It contains a port. Public pages do not need one.`,
    'not-a-name': msg`It does not contain a valid internet host.`,
    'foreign-letters': msg`Its host has letters that can look like others.`,
    'look-alike': msg`Its host imitates a well-known one.`,
    'too-long': msg`It is too long to check.`,
  }[fault];
}
