// What all messages of a workspace share: whose they are, and how they look.
import type { Context } from '../../../context.ts';
import { type Shades, shadesOf } from '../../../html/brand/accent.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import type { MailBrand } from '../../../mail-out/content.ts';
import type { Envelope, Links } from '../../../mail-out/drafts.ts';
import type { Reader } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { localeOf } from '../../../text/languages.ts';
import { readBranding } from '../branding/operations.ts';
import { logoKeyOf } from '../branding/shown.ts';
import { readSchedulingSettings } from '../scheduling-settings/operations.ts';
import { defaults, type SchedulingSettings } from '../scheduling-settings/rules.ts';
import { readWorkspace } from '../workspaces/operations.ts';
import { workspaceAddress } from '../workspaces/rules.ts';

export interface Letterhead {
  settings: SchedulingSettings;
  /** The name of the workspace, which members know. */
  workspace: string;
  timezone: string;
  brand: MailBrand;
  /** Who messages come from: what is set, else the company. */
  sender: string;
  /** The address of the workspace. */
  address: string;
}

export async function readLetterhead(context: Context, reader: Reader): Promise<Letterhead> {
  const [settings, { name, handle, timezone }, branding] = await readTogether(reader, (together) => [
    readSchedulingSettings(context, together),
    readWorkspace(context, together),
    readBranding(context, together),
  ]);
  const brand = mailBrandOf(branding);
  return {
    settings,
    workspace: name,
    timezone,
    brand,
    sender: settings.sender_name === defaults.sender_name ? brand.company : settings.sender_name,
    address: workspaceAddress(handle, context.config.mailDomain),
  };
}

/** As it is now: a message keeps the look that it was written with. */
export function mailBrandOf({ company, accent, address, showRota, logo }: Brand): MailBrand {
  const { light, dark } = shadesOf(accent);
  return {
    company,
    address,
    shows_rota: showRota,
    light: mailShadesOf(light),
    dark: mailShadesOf(dark),
    logo: logo && { key: logoKeyOf(logo.url), width: logo.width, height: logo.height },
  };
}

export const mailShadesOf = ({ accent, onAccent, fill, accentLine }: Shades): MailBrand['light'] => ({
  accent,
  on_accent: onAccent,
  fill,
  line: accentLine,
});

interface Addressee {
  name: string | null;
  email: string;
  timezone?: string | null;
}

/** For a message to a member that isn't about a request. It comes from `Acme scheduling`. */
export function toMember(
  { settings, timezone, brand, sender, address }: Letterhead,
  member: Addressee,
  links: Links = {},
): Envelope {
  return {
    meeting_request_id: null,
    place: null,
    from: { name: sender === settings.sender_name ? sender : `${sender} scheduling`, address },
    to: { name: member.name, address: member.email },
    reply_to: null,
    timezone: member.timezone ?? timezone,
    locale: localeOfMembers(settings),
    brand,
    links,
    // The signature is for participants.
    signature: null,
    invite: null,
  };
}

/** Members are written to in English, as the console is, on the clock of the workspace if that is in English, too. */
export function localeOfMembers({ locale }: Pick<SchedulingSettings, 'locale'>): Envelope['locale'] {
  const { language, tag } = localeOf(locale);
  return language === 'en' ? { language, tag } : localeOf('en');
}
