// The limit for mail that comes in: smtp-server alone, which throws away what it takes.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { tellParent } from './children.ts';

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, callback) {
    stream.resume().once('end', () => callback());
  },
});
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.server.address() as AddressInfo).port }));
