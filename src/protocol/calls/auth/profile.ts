import * as v from 'valibot';
import { defineCalls } from '../../call.ts';
import { country } from '../../entities/account-name.ts';
import { profile } from '../../entities/profile.ts';
import { documentType, verification } from '../../entities/verification.ts';
import { fileId, nothing } from '../../fields.ts';
import { documentNumberMaxLength, nicknameMaxLength, nicknameMinLength, userNameMaxLength } from '../../limits.ts';

/** Profile and real-name authentication. */
export const profileCalls = defineCalls({
  'GET info': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Own profile: ids, masked phone and email, verification, roles, flags, sessions.',
    input: nothing,
    output: profile,
    refuses: [],
  },
  'GET nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Read the nickname.',
    input: nothing,
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: [],
  },
  'PUT nickName': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Set the nickname or the picture.',
    input: v.union([
      v.strictObject({
        nickname: v.pipe(v.string(), v.trim(), v.minLength(nicknameMinLength), v.maxLength(nicknameMaxLength)),
      }),
      v.pipe(
        v.strictObject({ avatar: v.nullable(fileId) }),
        v.description('File id of an uploaded picture; null takes it away.'),
      ),
    ]),
    output: v.object({ nickname: v.nullable(v.string()), avatar: v.nullable(v.string()) }),
    refuses: ['nicknameTaken', 'enterName', 'uploadPhotos'],
  },
  'GET verify': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Real-name authentication: its state.',
    input: nothing,
    output: verification,
    refuses: [],
  },
  'POST verify': {
    area: 'auth',
    access: 'user',
    money: false,
    purpose: 'Submit the real-name authentication: document, names, number and three photos.',
    input: v.strictObject({
      documentType,
      country,
      firstName: v.pipe(v.string(), v.maxLength(userNameMaxLength)),
      lastName: v.pipe(v.string(), v.maxLength(userNameMaxLength)),
      number: v.pipe(v.string(), v.maxLength(documentNumberMaxLength)),
      front: v.pipe(v.optional(fileId), v.description('File ids of `POST api/upload/img`.')),
      back: v.optional(fileId),
      held: v.optional(fileId),
    }),
    output: verification,
    refuses: ['enterName', 'enterDocumentNumber', 'uploadPhotos', 'realNameAlreadyApplied', 'chooseArea'],
  },
});
