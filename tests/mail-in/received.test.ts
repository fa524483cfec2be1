// Received lines of the usual servers say who the client was, and a client can't write its own answer into them.
import assert from 'node:assert/strict';
import { hopIn } from '../../src/mail-in/received.ts';
import { test } from '../support/lanes.ts';

const lines: { server: string; line: string; client: string | null; isLocal?: boolean }[] = [
  {
    server: 'Postfix',
    line: 'from mail.example.org (mail.example.org [203.0.113.5])\r\n\tby mx.example.com (Postfix) with ESMTPS id 4XyZ12;\r\n\tMon, 16 Nov 2026 10:00:00 +0000 (UTC)',
    client: '203.0.113.5',
  },
  {
    server: 'Postfix, over IPv6',
    line: 'from mail.example.org (unknown [IPv6:2001:db8::5]) by mx.example.com (Postfix) with ESMTP id 4XyZ12; Mon',
    client: '2001:db8::5',
  },
  {
    server: 'Postfix, for a program on its machine',
    line: 'by mx.example.com (Postfix, from userid 1000) id 4XyZ12; Mon',
    client: null,
    isLocal: true,
  },
  {
    server: 'Exim',
    line: 'from mail.example.org ([203.0.113.5] helo=mail.example.org) by mx.example.com with esmtps (Exim 4.96) id 1abc; Mon',
    client: '203.0.113.5',
  },
  {
    server: 'Exim, for a client without a name',
    line: 'from [203.0.113.5] (helo=mail.example.org) by mx.example.com with esmtp (Exim 4.96) id 1abc; Mon',
    client: '203.0.113.5',
  },
  {
    server: 'Exim, for a program on its machine',
    line: 'from ada by mx.example.com with local (Exim 4.94.2) (envelope-from <ada@mx>) id 1abc; Mon',
    client: null,
    isLocal: true,
  },
  {
    server: 'Exchange',
    line: 'from A.eurprd01.example.com (2603:10a6:208:ff::1) by B.eurprd01.example.com (2603:10a6:208:ff::2) with Microsoft SMTP Server (version=TLS1_2) id 15.20.70.22; Mon',
    client: '2603:10a6:208:ff::1',
  },
  {
    server: 'qmail',
    line: 'from unknown (HELO mail.example.org) (203.0.113.5) by 0 with SMTP; 16 Nov 2026 10:00:00 -0000',
    client: '203.0.113.5',
  },
  {
    server: 'qmail, within',
    line: '(qmail 12345 invoked by uid 89); 16 Nov 2026',
    client: null,
    isLocal: true,
  },
  {
    server: 'Sendmail, for a program on its machine',
    line: '(from root@localhost) by mx.example.com (8.15.2/8.15.2/Submit) id 4abc; Mon',
    client: null,
    isLocal: true,
  },
  {
    server: 'OpenSMTPD',
    line: 'from localhost (mx.example.com [local]) by mx.example.com (OpenSMTPD) with ESMTPA id 1; Mon',
    client: null,
    isLocal: true,
  },
  { server: 'one that says no address', line: 'from mail.example.org by mx.example.com; Mon', client: null },
];

for (const { server, line, client, isLocal = false } of lines) {
  test(`a line of ${server}`, () => {
    const hop = hopIn(line);
    assert.deepEqual({ client: hop.client, isLocal: hop.isLocal }, { client, isLocal });
  });
}

test('what a client calls itself is named, and is not the client', () => {
  for (const line of [
    'from x([127.0.0.1]) (unknown [203.0.113.5]) by mx.example.com (Postfix) with ESMTP id 1; Mon',
    'from [127.0.0.1] (unknown [203.0.113.5]) by mx.example.com (Postfix) with ESMTP id 1; Mon',
    'from [203.0.113.5] (helo=[127.0.0.1]) by mx.example.com with esmtp (Exim 4.96) id 1; Mon',
    'from mail.example.org ([203.0.113.5] helo=[127.0.0.1]) by mx.example.com with esmtp id 1; Mon',
  ]) {
    const { client, named } = hopIn(line);
    assert.equal(client, '203.0.113.5', line);
    assert.deepEqual(named.toSorted(), ['127.0.0.1', '203.0.113.5'], line);
  }
});

test('whatever a client calls itself, its own address is named, and no other one is the client', () => {
  const helos = [
    '127.0.0.1 id',
    '[127.0.0.1] id',
    '127.0.0.1;',
    '127.0.0.1 with local id',
    '[local] id',
    'helo=127.0.0.1 id',
    '127.0.0.1 by mx.example.com id',
    'x ([127.0.0.1]) by mx.example.com with ESMTP id',
    'x ([127.0.0.1]); by',
  ];
  for (const helo of helos) {
    for (const comment of ['([203.0.113.5])', '(unknown [203.0.113.5])', '(HELO x) (203.0.113.5)']) {
      const line = `from ${helo} ${comment} by mx.example.com (Postfix) with ESMTP id 1; Mon`;
      const { client, named } = hopIn(line);
      assert.ok(named.includes('203.0.113.5'), line);
      assert.ok(client === null || client === '203.0.113.5', `${client}: ${line}`);
    }
  }
});

test('neither does whom it writes for', () => {
  const line =
    'from x ([203.0.113.5] helo=x) by mx.example.com with esmtp (envelope-from <"([127.0.0.1]) by x id "@example.org>); Mon';
  const { client, named } = hopIn(line);
  assert.equal(client, null);
  assert.ok(named.includes('203.0.113.5'));
});

test('a name that looks like an address is no address', () => {
  assert.equal(hopIn('from 127.0.0.1 by mx.example.com with SMTP; Mon').client, null);
});

test('a line that no server writes says nothing', () => {
  assert.deepEqual(hopIn(`from x ([127.0.0.1]) ${' '.repeat(4_096)}`), {
    client: null,
    named: [],
    isLocal: false,
  });
});
