import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutsideFault } from './outside-address.ts';

/** What a user is told of an address that is never opened. */
export function faultText(fault: OutsideFault): MessageDescriptor {
  return {
    'not-https': msg`It is not an address that begins with https://.`,
    hidden: msg`It contains characters that cannot be seen or that mislead.`,
    user: msg`It has a name before its host, so it can look like another address.`,
    port: msg`It names a port. Pages for everybody do not need one.`,
    'not-a-name': msg`It does not name a host of the internet.`,
    'foreign-letters': msg`Its host has letters that can look like others.`,
    'look-alike': msg`Its host looks like one that is known here, but is another.`,
    'too-long': msg`It is too long to be checked.`,
  }[fault];
}
