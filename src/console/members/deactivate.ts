import type { Left } from '../../features/leaving/deactivation/overview.ts';
import type { listMembers } from '../../features/people/members/operations.ts';
import { actions, facts, linkButton } from '../../html/blocks.ts';
import { button, checkbox, form, option, select, textField } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { danger, pageHead, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { plainName } from '../words.ts';
import { type Member, membersUrl, urlOf } from './frame.ts';
import { leftInWords } from './profile.ts';

interface Leaving {
  member: Member;
  left: Left;
  /** Active members to choose from. They may not be all. */
  others: Awaited<ReturnType<typeof listMembers>>;
}

export function deactivatePage(screen: Screen, { member, left, others }: Leaving): Shown {
  const name = plainName(member);
  const url = urlOf(member);
  const action = `${url}/deactivate`;
  const { isChecked } = fieldsOf(screen, action);
  const content = form({
    action,
    token: screen.token,
    content: html`${successorField(screen, action, { member, others, isNeeded: left.active + left.paused > 0 })}
${checkbox({
  name: 'force',
  label: 'Hand over meetings even if they clash with others of the new host',
  checked: isChecked('force', false),
})}
${actions(button({ label: `Deactivate ${name}`, kind: 'danger' }), linkButton(url, 'Back'))}`,
  });
  return {
    title: `Deactivate ${name}`,
    content: html`${pageHead({
      above: [
        { href: membersUrl, label: 'Members' },
        { href: url, label: name },
      ],
      title: `Deactivate ${name}`,
    })}
${section({ title: 'What happens', content: consequences(left) })}
${danger({ title: 'Hand over and deactivate', content })}`,
  };
}

function consequences(left: Left): Html {
  return html`${facts([
    { label: 'To be handed over', value: leftInWords(left) },
    {
      label: 'Open requests',
      value:
        'The person taking over continues with those that are active or paused. You have to choose somebody.',
    },
    {
      label: 'Booked meetings',
      value:
        'Upcoming ones go to the same person, and everybody gets an updated invitation. If you choose nobody, they stay as they are.',
    },
    { label: 'Other people’s meetings', value: 'Meetings hosted by somebody else stay as they are.' },
    { label: 'Past and cancelled', value: 'They stay as they are.' },
    {
      label: 'Teams',
      value: 'They get no turns, and keep their place in case they come back.',
    },
    { label: 'Seat and calendars', value: 'The seat becomes free. Their calendars aren’t read any more.' },
    { label: 'Signing in', value: 'They’re signed out everywhere.' },
  ])}`;
}

/** A list to choose from, or a field for the address if there are too many members. */
function successorField(
  screen: Screen,
  action: string,
  { member, others, isNeeded }: Pick<Leaving, 'member' | 'others'> & { isNeeded: boolean },
): Html {
  const label = 'Who takes over';
  const { field } = fieldsOf(screen, action);
  const given = field('transfer_to', '');
  if (others.meta.has_more) {
    const hint = isNeeded
      ? 'The email address of an active member.'
      : 'The email address of an active member. Leave empty for nobody.';
    return textField({ ...given, type: 'email', label, hint, required: isNeeded, autocomplete: 'off' });
  }
  const successors = others.data.filter(({ id }) => id !== member.id);
  return select({
    ...given,
    label,
    required: isNeeded,
    options: [
      option('', isNeeded ? 'Choose somebody' : 'Nobody', given.value === ''),
      successors.map((successor) =>
        option(
          successor.email,
          successor.name ? `${successor.name} (${successor.email})` : successor.email,
          successor.email === given.value,
        ),
      ),
    ],
  });
}
