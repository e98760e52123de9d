import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { fileId } from '../core/fields.ts';

/** Uploads of images. */
export const uploadCalls = defineCalls({
  'POST api/upload/img': {
    area: 'wallet',
    tag: 'Uploads',
    access: 'user',
    money: false,
    upload: true,
    cost: 'heavy',
    purpose:
      'Upload an image (JPG or PNG); it is re-encoded, without EXIF, and seen only by its owner, the reviewer, the other side of a P2P order it is part of, and the members of a chat group it is sent to.',
    input: v.strictObject({
      purpose: v.picklist(['identity', 'voucher', 'avatar', 'work-order', 'chat', 'collection', 'listing']),
    }),
    output: v.object({ id: fileId, width: v.number(), height: v.number(), bytes: v.number() }),
    refuses: ['uploadPhotos', 'verificationTooOften'],
    example: {
      input: { purpose: 'avatar' },
      output: { id: 'FNVKHXMHBkqv5SGP-2_KPw', width: 9, height: 9, bytes: 267 },
    },
  },
});
