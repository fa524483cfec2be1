// Hands a mail on standard input to Rota, for mail systems that can run a program for each mail but can't speak LMTP: an alias of
// a mail server, a filter, or a program that fetches a mailbox. The recipient is named if the mail does not say it itself.
//   ROTA_KEY=sk_live_… node examples/hand-in.mjs sales.acme@meet.example.com < mail.eml
import { buffer } from 'node:stream/consumers';
import { Rota } from '@rota/client';

// What mail systems understand (sysexits.h): try again later, give the mail back, or there is no such address.
const TRY_AGAIN = 75;
const BAD_MAIL = 65;
const NO_SUCH_USER = 67;

const [recipient] = process.argv.slice(2);
const { ROTA_URL = 'http://127.0.0.1:3000', ROTA_KEY = '' } = process.env;
const rota = new Rota({ url: ROTA_URL, key: ROTA_KEY, retries: 0 });

try {
  const mail = await buffer(process.stdin);
  await rota.inboundMessages.create(mail, recipient === undefined ? {} : { recipient });
} catch ({ status, message }) {
  console.error(message);
  process.exitCode = codeFor(status);
}

/** A mistake of ours, such as a wrong key, gives no mail back. */
function codeFor(status) {
  if (status === 422) return NO_SUCH_USER;
  return status === 413 ? BAD_MAIL : TRY_AGAIN;
}
