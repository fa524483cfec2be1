// The limit for mail: a loop over nodemailer's pool, with the same texts and as many connections, without storage.
import nodemailer from 'nodemailer';
import { PERMITS } from '../src/mail-out/channel.ts';
import { compose } from '../src/mail-out/compose.ts';
import { toHtml } from '../src/mail-out/html.ts';
import { tellParent } from './children.ts';
import { now } from './clock.ts';
import { offer } from './mail-drafts.ts';
import { ownWorkers, spentOn } from './spent.ts';

const transport = nodemailer.createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(process.env.SINK_PORT),
  ignoreTLS: true,
  maxConnections: PERMITS.total,
});

process.on('message', async ({ count, domains }: { count: number; domains: number }) => {
  const mails = Array.from({ length: count }, (_, number) => {
    const { from, to } = offer(number, null, domains);
    const { subject, text, content } = compose(offer(number, null, domains), Date.now());
    const mailbox = ({ name, address }: typeof from) => ({ name: name ?? '', address });
    return { from: mailbox(from), to: mailbox(to), subject, text, html: toHtml(subject, content) };
  });
  const sendAll = async () => {
    const start = now();
    let next = 0;
    const loops = Array.from({ length: PERMITS.total }, async () => {
      for (let mail = mails[next++]; mail; mail = mails[next++]) await transport.sendMail(mail);
    });
    await Promise.all(loops);
    return { count, ms: now() - start };
  };
  tellParent(await spentOn(ownWorkers(), sendAll));
});
tellParent({ ready: true });
