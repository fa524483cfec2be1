import { Child } from '../children.ts';
import { atLeast, type Figure, figure, median } from '../figures.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { call, type Engine, emptyStorage, engines, type Member, makeMembers, serve } from '../rota.ts';

const COUNT = 5_000;
const WARM_UP = 500;
/** Of those that the messages go to. */
const DOMAINS = 100;
const SECONDS = 1;
const ROUNDS = 3;

export const mail: Measurement = {
  name: 'mail',
  about:
    "messages/s from commit to recorded as sent, beside a loop over nodemailer's pool; requests/s with mail to participants, beside none",
  async measure(progress) {
    const figures: Figure[] = [];
    progress('raw loop');
    const raw = await rate((SINK_PORT) => Child.start('raw-mail.ts', { SINK_PORT }));
    for (const engine of engines) {
      progress(`messages: ${engine}`);
      await using storage = await emptyStorage(engine);
      const perSecond = await rate((port) =>
        Child.start('mail-node.ts', {
          ...storage.environment,
          ROTA_SMTP_URL: `smtp://127.0.0.1:${port}`,
          ROTA_MAIL_DOMAIN: 'mail.example.com',
        }),
      );
      const beside = { what: "nodemailer's pool", value: raw, unit: '/s' } as const;
      figures.push(figure(`messages, ${engine}`, { value: perSecond, unit: '/s' }, beside, atLeast(0.5)));
    }
    for (const engine of engines) figures.push(await creation(engine, progress));
    return figures;
  },
};

/** With its own sink, after one run for warm-up. */
async function rate(start: (port: string) => Promise<Child<unknown>>): Promise<number> {
  await using sink = await Child.start<{ port: number }>('mail-sink.ts');
  await using sender = await start(String(sink.ready.port));
  const run = (count: number) => sender.ask<{ ms: number }>({ count, domains: DOMAINS });
  await run(WARM_UP);
  const { ms } = await run(COUNT);
  return (COUNT / ms) * 1000;
}

/** New requests with mail and without, by turns. */
async function creation(engine: Engine, progress: (step: string) => void): Promise<Figure> {
  progress(`requests: ${engine}`);
  await using storage = await emptyStorage(engine);
  await using rota = await serve(storage.environment);
  const [member] = (await makeMembers(rota)) as [Member, ...Member[]];
  const { key } = await call<{ key: string }>(rota, 'POST', '/api_keys', {
    name: 'Bench',
    scopes: ['meeting_requests.write'],
  });
  const run = (notify_participants: boolean) =>
    load({
      url: rota.url,
      seconds: SECONDS,
      status: 202,
      request: (number) => ({
        method: 'POST',
        path: '/api/v1/meeting_requests',
        key,
        body: JSON.stringify({
          organizer_email: member.email,
          participant_emails: [`guest-${number}@example.com`],
          title: 'Demo',
          notify_participants,
        }),
      }),
    });
  const [noticed, silent]: [number[], number[]] = [[], []];
  await run(true);
  for (let round = 0; round < ROUNDS; round += 1) {
    noticed.push(await run(true));
    silent.push(await run(false));
  }
  return figure(
    `create meeting request with mail, ${engine}`,
    { value: median(noticed), unit: '/s' },
    { what: 'without mail', value: median(silent), unit: '/s' },
    atLeast(0.77),
  );
}
