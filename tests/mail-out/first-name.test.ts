// People are greeted by their first name, and by all of it when nobody can tell which one that is.
import assert from 'node:assert/strict';
import { firstNameOf } from '../../src/text/first-name.ts';
import { describe, test } from '../support/lanes.ts';

describe('The first name', () => {
  const told: [name: string, first: string][] = [
    ['Grace Hopper', 'Grace'],
    ['Dr. Grace Hopper', 'Grace'],
    ['Prof. Dr. Grace Hopper', 'Grace'],
    ['Dipl.-Ing. Max Muster', 'Max'],
    ['Hopper, Grace', 'Grace'],
    ['Hopper, Grace M.', 'Grace'],
    ['van der Berg, Jan', 'Jan'],
    ['Grace Hopper, PhD', 'Grace'],
    ['Grace Hopper (Acme)', 'Grace'],
    ['Grace “Amazing” Hopper', 'Grace'],
    ['Jean-Luc Picard', 'Jean-Luc'],
    ['Łukasz Żak', 'Łukasz'],
    ['Δημήτρης Παπαδόπουλος', 'Δημήτρης'],
    ['Grace', 'Grace'],
  ];
  for (const [name, first] of told) test(`of ${name}`, () => assert.equal(firstNameOf(name), first));

  const untold = [
    ...[
      '山田太郎',
      '김철수',
      'grace.hopper',
      'grace_hopper',
      'grace@example.org',
      'Visitor 12',
      'Acme Support',
    ],
    ...['Dr. Hopper', 'Frau Müller', 'von Neumann', 'G. Hopper', 'J.R.R. Tolkien', 'HOPPER Grace'],
    ...['Grace Hopper, Acme', 'Hopper, Grace, Acme', 'Müller & Söhne', ''],
  ];
  for (const name of untold)
    test(`of ${name || 'nobody'} is nobody's guess`, () => assert.equal(firstNameOf(name), name));
});
