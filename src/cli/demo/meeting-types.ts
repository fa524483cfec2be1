// What guests can book with the demo workspace, where, and what they are asked.
import type { Context } from '../../context.ts';
import { createMeetingType } from '../../features/meetings/meeting-types/operations.ts';
import type { Guest } from './guests.ts';

export const DEMO = 'Product demo';
const TOPICS = ['Reporting', 'Integrations', 'Security', 'Pricing'];

/** A demo with whoever is next in the team, and a call by one person. */
export async function makeTypes(context: Context, { team, caller }: { team: string; caller: string }) {
  const demo = await createMeetingType(context, {
    name: DEMO,
    description: 'Half an hour with one of our team: we show you the product and answer your questions.',
    team_id: team,
    duration_minutes: 30,
    location: { kind: 'generated_link', template: 'https://meet.example.com/demo-{id}' },
    minimum_notice_minutes: 120,
    booking_window_days: 30,
    questions: [
      { key: 'company', label: 'Which company are you from?', kind: 'text', required: true },
      { key: 'topics', label: 'What would you like to see?', kind: 'choices', choices: TOPICS },
    ],
  });
  const call = await createMeetingType(context, {
    name: 'Intro call',
    description: 'A quick call to find out whether we can help.',
    workspace_membership_id: caller,
    duration_minutes: 15,
    location: { kind: 'phone', caller: 'host' },
    buffer_after_minutes: 5,
    questions: [{ key: 'about', label: 'What would you like to talk about?', kind: 'long_text' }],
  });
  return { demo: demo.id, call: call.id };
}

/** What a guest of a demo has answered: the same each time. */
export const demoAnswers = ({ company, name }: Guest) => ({
  company,
  topics: TOPICS.filter((_, place) => (name.length + place) % 3 === 0),
});
