import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { fileId } from '../core/fields.ts';

/** Uploads of images. */
export const uploadCalls = defineCalls({
  'POST api/upload/img': {
    area: 'wallet',
    access: 'user',
    money: false,
    upload: true,
    purpose:
      'Upload an image (JPG or PNG); it is re-encoded, without EXIF, and seen only by its owner, the reviewer, the other side of a fiat order it is part of, and the members of a chat group it is sent to.',
    input: v.strictObject({
      purpose: v.picklist(['identity', 'voucher', 'avatar', 'work-order', 'chat', 'collection', 'listing']),
    }),
    output: v.object({ id: fileId, width: v.number(), height: v.number(), bytes: v.number() }),
    refuses: ['uploadPhotos', 'verificationTooOften'],
  },
});
