// Builds a sales rotation from nothing and sends it a few requests. It can be run again: it keeps what exists.
//   ROTA_KEY=sk_live_… npm run example
import { Rota } from '@rota/client';

const rota = new Rota({
  url: process.env.ROTA_URL || 'http://127.0.0.1:3000',
  key: process.env.ROTA_KEY ?? '',
});

const PEOPLE = [
  { email: 'ada@example.com', name: 'Ada' },
  { email: 'ben@example.com', name: 'Ben' },
  { email: 'chloe@example.com', name: 'Chloé' },
];

/** Finds the member with this email, or creates it. */
async function memberFor({ email, name }) {
  const { data } = await rota.members.list({ email }).page();
  return data[0] ?? (await rota.members.create({ email, name }));
}

/** Finds the team of this name and adds missing members, or creates it. */
async function teamOf(name, members) {
  for await (const { id, name: known } of rota.teams.list({ active: true })) {
    if (known !== name) continue;
    const team = await rota.teams.get(id);
    const present = team.members.map((membership) => membership.workspace_membership_id);
    for (const member of members.filter(({ id }) => !present.includes(id))) {
      await rota.teams.members.add(team.id, { workspace_membership_id: member.id });
    }
    return team;
  }
  return rota.teams.create({
    name,
    description: 'Inbound demos, in turn',
    member_ids: members.map(({ id }) => id),
  });
}

const members = await Promise.all(PEOPLE.map(memberFor));
const team = await teamOf('Inbound sales', members);
await rota.teams.update(team.id, {
  introduce_member: true,
  introduction_guidance: 'One sentence on what they have sold before.',
});
console.log(`${team.name} has the address ${team.email_address}`);

for (const participant of [
  'grace@example.org',
  'alan@example.org',
  'edsger@example.org',
  'barbara@example.org',
]) {
  const request = await rota.meetingRequests.create({
    team_id: team.id,
    participant_emails: [participant],
    context: { title: 'Product demo', duration_minutes: 30 },
  });
  console.log(`${participant} meets ${request.organizer_email}`);
}

const { queue } = await rota.teams.rotation(team.id);
console.log('Whose turn it is next, and how many each had in 30 days:');
for (const { name, email, turns_last_30_days } of queue) {
  console.log(`  ${name ?? email}: ${turns_last_30_days}`);
}
