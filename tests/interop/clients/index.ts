// The clients that `npm run interop` hands mail in with.
import { curl } from './curl.ts';
import type { MailClient } from './mail-client.ts';
import { msmtp } from './msmtp.ts';
import { smtplib } from './smtplib.ts';
import { swaks } from './swaks.ts';

export const mailClients: MailClient[] = [swaks, curl, smtplib, msmtp];
