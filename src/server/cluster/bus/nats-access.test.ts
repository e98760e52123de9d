import { expect, it } from 'vitest';
import { natsAccess } from './nats-bus.ts';

it('reads servers and credentials of a setting', () => {
  expect(natsAccess('nats://me:a%40secret@10.0.0.5:4222, nats://10.0.0.6:4222')).toEqual({
    servers: ['10.0.0.5:4222', '10.0.0.6:4222'],
    isEncrypted: false,
    user: 'me',
    password: 'a@secret',
    token: null,
  });
  expect(natsAccess('tls://a-token@nats.example')).toMatchObject({ isEncrypted: true, user: null, token: 'a-token' });
  expect(natsAccess('nats://10.0.0.5:4222')).toMatchObject({ user: null, password: null, token: null });
});
