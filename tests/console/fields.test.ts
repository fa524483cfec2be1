// From the texts of a form to what the shapes of the API ask for, and back.
import assert from 'node:assert/strict';
import {
  isChecked,
  list,
  localTime,
  numberOrNull,
  text,
  textIfAny,
  textOrNull,
  timeOrNull,
} from '../../src/console/fields.ts';
import { fieldsOf } from '../../src/console/sent.ts';
import { describe, test } from '../support/lanes.ts';

describe('The fields of a form', () => {
  test('are texts, and a list where one is meant', () => {
    const fields = { name: ' Sales ', title: '  ', scopes: ['teams.read', 'teams.write'], active: 'true' };
    assert.equal(text(fields, 'name'), ' Sales ');
    assert.equal(text(fields, 'scopes'), '');
    assert.equal(textOrNull(fields, 'name'), 'Sales');
    assert.equal(textOrNull(fields, 'title'), null);
    assert.equal(textIfAny(fields, 'missing'), undefined);
    assert.deepEqual(list(fields, 'scopes'), ['teams.read', 'teams.write']);
    assert.deepEqual(list(fields, 'name'), []);
    assert.equal(isChecked(fields, 'active'), true);
    assert.equal(isChecked(fields, 'scopes'), false);
  });

  test('are numbers, unless they make no sense: then the shape refuses them', () => {
    assert.equal(numberOrNull({ minutes: ' 30 ' }, 'minutes'), 30);
    assert.equal(numberOrNull({ minutes: '-1' }, 'minutes'), -1);
    assert.equal(numberOrNull({ minutes: '' }, 'minutes'), null);
    for (const odd of ['1.5', '1e3', '0x10', 'ten', '99999999999'])
      assert.equal(numberOrNull({ minutes: odd }, 'minutes'), odd);
  });

  test('are times on the clock of the member', () => {
    const at = (until: string, zone = 'Europe/Berlin') => timeOrNull({ until }, 'until', zone);
    assert.equal(at('2026-11-23T08:00'), '2026-11-23T07:00:00.000Z');
    assert.equal(at('2026-07-01T08:00:30'), '2026-07-01T06:00:00.000Z');
    assert.equal(at('2026-11-23T08:00', 'America/New_York'), '2026-11-23T13:00:00.000Z');
    assert.equal(at(''), null);
    // The clock goes from 02:00 to 03:00, and in autumn twice through 02:30.
    assert.equal(at('2026-03-29T02:30'), '2026-03-29T01:00:00.000Z');
    assert.equal(at('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
    for (const odd of ['2026-02-30T08:00', '2026-11-23', 'Monday', '2026-11-23T24:00', '+002026-11-23T08:00'])
      assert.equal(at(odd), odd);
  });

  test('show a time as they take it', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC']) {
      const shown = localTime(Date.parse('2026-11-23T07:00:00Z'), zone);
      assert.equal(timeOrNull({ shown }, 'shown', zone), '2026-11-23T07:00:00.000Z');
    }
  });
});

describe('A refused form', () => {
  const sent = {
    action: '/console/teams/new',
    fields: { title: 'x', days: ['mon'], silent: 'true' },
    message: '“Title” needs at least 3 characters.',
    field: 'context.title',
  };

  test('has what was sent, and its sentence at the field that it names', () => {
    const { field, isChecked, isRefused } = fieldsOf({ sent }, '/console/teams/new');
    assert.equal(isRefused, true);
    assert.deepEqual(field('title', 'Sales'), {
      name: 'title',
      value: 'x',
      problem: '“Title” needs at least 3 characters.',
    });
    assert.deepEqual(field('slug', 'sales'), { name: 'slug', value: '', problem: undefined });
    assert.equal(isChecked('silent', false), true);
    assert.equal(isChecked('days', true, 'tue'), false);
    assert.equal(isChecked('days', false, 'mon'), true);
  });

  test('leaves the other forms of the page alone', () => {
    const { field, isChecked, isRefused } = fieldsOf({ sent }, '/console/teams/other');
    assert.equal(isRefused, false);
    assert.deepEqual(field('title', 'Sales'), { name: 'title', value: 'Sales' });
    assert.equal(isChecked('silent', false), false);
  });
});
