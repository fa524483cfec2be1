// A mail server in its own process that accepts everything and keeps nothing. It speaks as little SMTP as possible.
import { createServer } from 'node:net';
import { tellParent } from './children.ts';

const END = '\r\n.\r\n';

const server = createServer((socket) => {
  let text = '';
  let isData = false;
  const say = (reply: string) => socket.write(`${reply}\r\n`);
  socket.setNoDelay().setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(isData ? END : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? END.length : 2));
      if (isData) {
        isData = false;
        say('250 taken');
      } else if (/^EHLO/i.test(line)) {
        socket.write('250-sink\r\n250 PIPELINING\r\n');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        socket.end('221 bye\r\n');
      } else {
        say('250 ok');
      }
    }
  });
  say('220 sink ESMTP');
});
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.address() as { port: number }).port }));
