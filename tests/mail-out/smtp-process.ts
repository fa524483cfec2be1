// A process that sends one message to the mail server in its first argument, whatever its name is, on this machine: for tests with
// certificates, which a process trusts from its start on. It prints what came of it.
import type { LookupAddress } from 'node:dns';
import { readRelay } from '../../src/mail-out/relay.ts';
import { createSmtp } from '../../src/mail-out/smtp.ts';
import { systemClock } from '../../src/time/clock.ts';

const here: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const smtp = createSmtp({
  relay: readRelay(process.argv[2] as string),
  name: 'mail.example.com',
  clock: systemClock,
  lookup: (_name, _options, callback) => callback(null, here),
});
const result = await smtp.send({
  envelope: { from: 'b-token@mail.example.com', to: 'grace@example.org' },
  raw: 'Subject: Hello\r\n\r\nHello\r\n',
  holdsClaim: () => true,
});
smtp.close();
process.stdout.write(JSON.stringify(result));
