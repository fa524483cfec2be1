// Where somebody goes after signing in: whatever an address says, it is a page of the console.
import assert from 'node:assert/strict';
import { nextAfter } from '../../src/console/sign-in/routes.ts';
import { describe, test } from '../support/lanes.ts';

describe('The page after signing in', () => {
  test('is the one that was asked for', () => {
    for (const path of [
      '/console',
      '/console/teams',
      '/console/requests?status=active&q=%20a',
      '/console?done=x',
    ]) {
      assert.equal(nextAfter(path), path);
    }
    assert.equal(nextAfter('/console/teams#queue'), '/console/teams');
    assert.equal(nextAfter('/console/../console/teams'), '/console/teams');
  });

  test('is the first one for whatever leads elsewhere', () => {
    for (const elsewhere of [
      undefined,
      null,
      1,
      ['/console/teams'],
      '',
      'console',
      'https://evil.example',
      'https://evil.example/console',
      'https:/console',
      'https:console',
      'javascript:alert(1)',
      'data:text/html,/console',
      '//evil.example',
      '//evil.example/console',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      ' //evil.example',
      '/console@evil.example',
      '/console.evil.example',
      '/consoles',
      '/console/../',
      '/console/..//evil.example',
      '/console/%2e%2e//evil.example',
      '/console/..\\..\\evil.example',
      '/console\\..\\..\\evil.example',
      '/console\n/..//evil.example',
      '/m/token',
      '/api/v1/workspace',
      '/console/sign-in',
      '/console/sign-in?next=/console',
      '/console/sign-out',
      `/console/${'a'.repeat(1_000)}`,
    ]) {
      assert.equal(nextAfter(elsewhere), '/console', String(elsewhere));
    }
  });

  test('is a path that can be sent in a header', () => {
    for (const path of [
      '/console/é',
      '/console/ ',
      '/console/\r\nset-cookie: a=b',
      '/console/"<>',
      '/console/\u2028',
    ]) {
      assert.match(nextAfter(path), /^\/console[!-~]*$/);
    }
  });
});
