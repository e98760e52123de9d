import { expect, it } from 'vitest';
import { ownOrigin } from './own-origin.ts';

it('uses the host of the request as own origin', () => {
  expect(ownOrigin('http://localhost:8080', 'localhost:8080', null)).toBe('http://localhost:8080');
  expect(ownOrigin('https://dunlin.example', 'dunlin.example', null)).toBe('https://dunlin.example');
  for (const foreign of [undefined, 'null', '', 'https://dunlin.example.evil.example', 'https://dunlin.example:444'])
    expect(ownOrigin(foreign, 'dunlin.example', null)).toBeNull();
  expect(ownOrigin('https://dunlin.example/path', 'dunlin.example', null)).toBeNull();
  expect(ownOrigin('file://dunlin.example', 'dunlin.example', null)).toBeNull();
});

it('uses only the configured origin if there is one', () => {
  const own = 'https://dunlin.example';
  expect(ownOrigin(own, '10.0.0.7:8080', own)).toBe(own);
  expect(ownOrigin('https://other.example', 'other.example', own)).toBeNull();
  expect(ownOrigin('http://dunlin.example', 'dunlin.example', own)).toBeNull();
});
