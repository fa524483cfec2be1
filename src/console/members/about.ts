// Fields about a person, for new and existing members.

import { radioGroup, textArea, textField } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { INTRODUCTION_LENGTH, NAME_LENGTH, URL_LENGTH } from '../../limits/limits.ts';
import { type SentFields, text, textOrNull } from '../fields.ts';
import type { fieldsOf } from '../sent.ts';
import type { Member } from './frame.ts';

type FormFields = ReturnType<typeof fieldsOf>;
type About = Pick<Member, 'name' | 'title' | 'introduction' | 'meeting_url'>;

export function aboutFields({ field }: FormFields, stored?: About): Html {
  return html`${textField({ label: 'Name', ...field('name', stored?.name), maxLength: NAME_LENGTH, autocomplete: 'off' })}
${textField({ label: 'Title', hint: 'Their role, such as Head of Sales. Guests see it.', ...field('title', stored?.title), maxLength: NAME_LENGTH })}
${textArea({ label: 'Introduction', hint: 'What guests may be told about them.', ...field('introduction', stored?.introduction), maxLength: INTRODUCTION_LENGTH })}
${textField({ type: 'url', label: 'Video call address', hint: meetingUrlHint, ...field('meeting_url', stored?.meeting_url), maxLength: URL_LENGTH, autocomplete: 'off' })}`;
}

const meetingUrlHint =
  'Where they meet guests by video, such as https://meet.example.org/ada. Used for meetings at the host’s own link.';

/** Browsers send line breaks as CR and LF. */
export const aboutIn = (fields: SentFields) => ({
  name: text(fields, 'name'),
  title: text(fields, 'title'),
  introduction: text(fields, 'introduction').replaceAll('\r\n', '\n'),
  meeting_url: textOrNull(fields, 'meeting_url'),
});

export function accessFields(fields: FormFields, stored?: Pick<Member, 'email' | 'role'>): Html {
  const { field } = fields;
  return html`${textField({ type: 'email', label: 'Email address', hint: 'For signing in, and for mail about meetings.', ...field('email', stored?.email), required: true, autocomplete: 'off' })}
${roleField(fields, stored?.role)}`;
}

export function roleField({ field, isChecked }: FormFields, role: Member['role'] = 'member'): Html {
  return radioGroup({
    name: 'role',
    legend: 'Role',
    problem: field('role', role).problem,
    options: [
      {
        value: 'member',
        label: 'Member',
        hint: 'Sees their own requests, teams and times. Can edit teams they manage.',
        checked: isChecked('role', role === 'member', 'member'),
      },
      {
        value: 'admin',
        label: 'Admin',
        hint: 'Can do everything in this workspace.',
        checked: isChecked('role', role === 'admin', 'admin'),
      },
    ],
  });
}

export const accessIn = (fields: SentFields) => ({
  email: text(fields, 'email'),
  role: text(fields, 'role'),
});
